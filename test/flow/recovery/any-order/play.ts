/** Plays a schedule, lets DGII become well, and says what is wrong afterwards. docs/develop/recovery.md says when a person is needed. */
import type { Db } from 'mongodb';
import {
  endedByPeople,
  type DocumentState,
  type WaitingReason,
} from '../../../../src/ecf/model/document-states.js';
import type { Store } from '../../../../src/ledger/ledger.js';
import type { DocumentRecord } from '../../../../src/ledger/vouchers/document-record.js';
import { codeOfAnother, isAccepted, usesNumber, type Judgement } from './dgii-model.js';
import type { Schedule } from './schedule.js';
import { World } from './world.js';

const minuteMs = 60_000;
/** No lease, pause or delayed request lasts this many minutes. */
const roundsMax = 40;

export interface Played {
  readonly violations: readonly string[];
  readonly trace: readonly string[];
  /** What DGII decided about each delivery that reached it, in the order of their arrival. */
  readonly judged: readonly (Judgement | undefined)[];
  /** What the voucher waited for before DGII became well. */
  readonly waitedFor: WaitingReason | undefined;
  readonly state: DocumentState | undefined;
}

export async function play(store: Store, db: Db, schedule: Schedule, tracing = false): Promise<Played> {
  const world = new World(store, db, schedule, tracing);
  await world.begin();
  for (const action of schedule.actions) await world.act(action);
  const waitedFor = (await world.read())?.waiting?.reason;
  world.trace.push('DGII is well');
  const { violations } = world.network;
  await becomeWell(world);
  violations.push(...(await wrongAtTheEnd(world)));
  const judged = world.model.receptions.map((one) => one.judged);
  return { violations, trace: world.trace, judged, waitedFor, state: (await world.read())?.state };
}

async function becomeWell(world: World): Promise<void> {
  world.model.well = true;
  world.model.signers.clear();
  await world.act({ do: 'clock', process: 0, aheadMs: 0 });
  await world.thaw();
  let waits = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const before = await world.read();
    if (isOver(before) && world.network.underWay.length === 0) return;
    world.nowMs += minuteMs;
    world.network.arrive();
    await world.resume();
    await world.step(0);
    const after = (await world.read())!;
    const { waiting } = after;
    world.trace.push(`  → ${after.state} ${after.attempt} ${waiting?.reason ?? ''}`);
    const person = waiting !== undefined && endedByPeople.includes(waiting.reason);
    waits = person && before?.state === after.state && world.network.underWay.length === 0 ? waits + 1 : 0;
    if (waits < 3) continue;
    if (!isNeeded(world, after))
      world.network.violations.push(`waits for a person without need: ${waiting?.reason}`);
    await world.person('confirm');
    waits = 0;
  }
}

function isOver(document: DocumentRecord | undefined): boolean {
  return document === undefined || (document.final && document.settleAt === undefined);
}

/**
 * A person is needed when another system, or this service before a restore, used the number; and where DGII does not say which of our
 * deliveries used it: in certification, and about a summary if DGII shows only its last rejection.
 */
function isNeeded({ excuses, model, place }: World, document: DocumentRecord): boolean {
  const { waiting, submissionCount, signed } = document;
  if (waiting?.reason !== 'CONFIRM_BY_HAND') return false;
  if (excuses.has('restored') || excuses.has('another system')) return true;
  const ours = model.receptions.filter(({ bytes }) => bytes.code === signed?.securityCode);
  if (!ours.some(({ judged }) => judged === 'already-used')) return false;
  if (place.environment === 'certification') return true;
  const showsOnlyLast = model.place.summary && model.habits.shows === 'last' && !ours.some(isAccepted);
  return submissionCount > 1 && showsOnlyLast;
}

async function wrongAtTheEnd(world: World): Promise<string[]> {
  const document = await world.read();
  if (document === undefined) return ['no record'];
  const { state, attempt, signed, verdict, byHand = [] } = document;
  if (!document.final) return [`does not end: ${state}, ${document.waiting?.reason ?? 'waits for nothing'}`];
  const wrong: string[] = [];
  const { model, place } = world;
  const { receptions } = model;
  const ours = receptions.filter(({ bytes }) => bytes.code === signed?.securityCode);
  const accepted = ours.find(isAccepted);
  const used = ours.some(
    ({ judged, request }) =>
      judged !== 'rejected-free' && judged !== 'signer-refused' && request > world.requestsForgotten,
  );
  const decided = byHand.some(({ action }) => action.startsWith('confirm') || action === 'annul');
  const { judged } = receptions.find(({ trackId }) => trackId === verdict?.trackId) ?? {};
  // In certification DGII does not say who used a number, and the rejection is recorded: docs/develop/recovery.md.
  const mayHide = place.environment === 'certification' && judged === 'already-used' && state === 'rejected';
  if (state === 'annulled' || state === 'refused') {
    if (ours.length > 0) wrong.push(`is ${state}, although DGII received it`);
  } else if (accepted !== undefined && !mayHide) {
    if (state !== accepted.judged && !decided)
      wrong.push(`is ${state}, although DGII says ${accepted.judged}`);
    if (state === 'rejected') wrong.push('is rejected, although DGII accepted it');
  } else if (accepted === undefined) {
    if (state !== 'rejected') wrong.push(`is ${state}, although DGII did not accept it`);
    // Without a state DGII does not say whose rejection it lists. Taken for ours, it costs nothing: the number stays free.
    const ofAnother = world.excuses.has('another system') && verdict?.secuenciaUtilizada === false;
    if (ours.length === 0 && !decided && !ofAnother)
      wrong.push('has a verdict, although DGII received nothing');
    // Another system's voucher may use the number between two deliveries of ours.
    const byAnother = receptions.some((one) => one.bytes.code === codeOfAnother && usesNumber(one));
    const says = verdict?.secuenciaUtilizada ?? true;
    const mayKnowMore = says && world.requestsForgotten > 0;
    if (!decided && !byAnother && !mayKnowMore && says !== used)
      wrong.push(`says of its number used=${verdict?.secuenciaUtilizada}, and DGII used=${used}`);
  }
  const number = await world.reservation();
  const atDgii = receptions.some((one) => one.bytes.code !== codeOfAnother && usesNumber(one));
  if (number?.['state'] === 'reserved' && atDgii && !world.excuses.has('restored'))
    wrong.push('the number was given back, although DGII used it');
  const free = state === 'rejected' && verdict?.secuenciaUtilizada === false;
  if (free && number?.['state'] !== 'reserved')
    wrong.push(
      `the number of attempt ${attempt} was not given back: ${number?.['state']} ${number?.['attempt']}`,
    );
  return wrong;
}
