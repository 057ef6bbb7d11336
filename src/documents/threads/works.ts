/**
 * The pieces of work on a voucher. The same functions run in the calling thread and in the threads of the pool, so a small and a
 * large voucher get the same result. Each piece starts from the bytes, because a thread keeps nothing between two pieces. Two
 * kinds of work are not here, because they always run in threads of their own: printing (print-thread.ts), which loads fonts, and
 * workbooks (workbook-thread.ts).
 */
import { normalise, parseNormalised } from '../../ecf/json/normalise.js';
import { readableVoucher, type ReadableVoucher } from '../../ecf/json/readable-voucher.js';
import type { Ecf } from '../../ecf/model/ecf.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Fault } from '../../ecf/model/fault.js';
import type { Facts } from '../../ecf/model/facts.js';
import { form606Of, type Form606Line } from '../../ecf/form-606.js';
import { soldItems, type SoldItem } from '../../ecf/sold-items.js';
import type { XsdValidator } from '../check/xsd-validator.js';
import { buildVoucher, noteFault, readNormalForm, type BuiltVoucher } from '../check/build-voucher.js';
import { checkVoucher, type Asked, type CheckedVoucher } from '../check/check-voucher.js';
import type { ApprovalSet } from '../workbook/approval-set.js';
import type { TestSet } from '../workbook/test-set.js';
import type { PrintOrder } from '../print/print-voucher.js';
import { readApproval, type ReceivedApproval } from '../read/read-approval.js';
import { receivedContent } from '../read/received-content.js';
import { readEcf, type ReceivedEcf } from '../read/read-ecf.js';
import { readSignedSeed, type SignedSeed } from '../read/read-seed.js';
import type { SignatureChecks } from '../read/signature.js';
import {
  draftType,
  numberDraft,
  readUnnumbered,
  type SequenceNumber,
  type UnnumberedVoucher,
} from '../check/draft.js';
import { noteDraft, type NoteDraft, type NoteDraftInput } from '../check/note-draft.js';
import { identityOf, readVoucher, type Identity, type UnreadableBody } from '../check/read-voucher.js';

/** Every input and result can be sent to a thread. */
export interface Works {
  readonly identify: { readonly input: undefined; readonly result: Identified | UnreadableBody };
  readonly draftType: { readonly input: undefined; readonly result: EcfType | undefined };
  readonly readUnnumbered: { readonly input: undefined; readonly result: UnnumberedVoucher | undefined };
  readonly numberDraft: { readonly input: SequenceNumber; readonly result: Uint8Array };
  readonly check: { readonly input: Asked; readonly result: CheckedVoucher };
  readonly build: { readonly input: string; readonly result: BuiltVoucher };
  readonly noteDraft: { readonly input: NoteDraftInput; readonly result: NoteDraft };
  /** The bytes are vouchers in the JSON of the ledger, one on each line. */
  readonly soldItems: { readonly input: undefined; readonly result: readonly SoldItem[] };
  readonly noteFault: { readonly input: Facts; readonly result: Fault | undefined };
  readonly print: { readonly input: PrintOrder; readonly result: Uint8Array };
  readonly readable: { readonly input: ContentForm; readonly result: ReadableVoucher };
  readonly form606: { readonly input: ContentForm; readonly result: Form606Line };
  readonly normalForm: { readonly input: undefined; readonly result: Uint8Array };
  readonly sentForm: { readonly input: undefined; readonly result: Uint8Array };
  readonly readEcf: { readonly input: SignatureChecks; readonly result: ReceivedEcf };
  readonly readApproval: { readonly input: SignatureChecks; readonly result: ReceivedApproval };
  readonly readSignedSeed: { readonly input: SignatureChecks; readonly result: SignedSeed };
  /** The input is the company's RNC. */
  readonly readTestSet: { readonly input: string; readonly result: TestSet };
  readonly readApprovalSet: { readonly input: string; readonly result: ApprovalSet };
}

/** The form of a voucher's bytes: the normal form of our own, or the XML of others. */
export type ContentForm = 'normal-form' | 'xml';

export interface Identified {
  readonly ok: true;
  readonly identity: Identity;
}

export interface Job<Name extends keyof Works = keyof Works> {
  readonly name: Name;
  readonly bytes: Uint8Array;
  readonly input: Works[Name]['input'];
}

type Run<Name extends keyof Works> = (
  bytes: Uint8Array,
  input: Works[Name]['input'],
  xsd: XsdValidator,
) => Works[Name]['result'];

export type WorkbookName = 'readTestSet' | 'readApprovalSet';

export type InlineName = Exclude<keyof Works, 'print' | WorkbookName>;

const works: { readonly [Name in InlineName]: Run<Name> } = {
  identify: (bytes) => {
    const body = readVoucher(bytes);
    return body.ok ? { ok: true, identity: identityOf(body) } : body;
  },
  draftType,
  readUnnumbered,
  numberDraft,
  check: (bytes, asked, xsd) => {
    const body = readVoucher(bytes);
    if (!body.ok) throw new Error('A body that was identified cannot be read');
    return checkVoucher(body, asked, xsd);
  },
  build: buildVoucher,
  noteDraft,
  soldItems: (bytes) => soldItems(linesOf(bytes).map(parseNormalised)),
  noteFault,
  readable: (bytes, form) => readableVoucher(opened(bytes, form)),
  form606: (bytes, form) => form606Of(opened(bytes, form)),
  normalForm: (bytes) => new TextEncoder().encode(normalise(openedXml(bytes))),
  sentForm: (bytes) => new TextEncoder().encode(normalise(withoutSigningTime(openedXml(bytes)))),
  readEcf,
  readApproval,
  readSignedSeed,
};

const worksOfXml: readonly InlineName[] = [
  'normalForm',
  'sentForm',
  'readEcf',
  'readApproval',
  'readSignedSeed',
];

export function readsXml({ name, input }: Job): boolean {
  return name === 'readable' || name === 'form606' ? input === 'xml' : worksOfXml.some((one) => one === name);
}

function opened(bytes: Uint8Array, form: ContentForm): Ecf {
  return form === 'xml' ? openedXml(bytes) : readNormalForm(bytes);
}

function openedXml(bytes: Uint8Array): Ecf {
  const content = receivedContent(bytes);
  if (content === undefined) throw new Error('The XML of a received voucher cannot be read');
  return content;
}

function linesOf(bytes: Uint8Array): readonly string[] {
  return new TextDecoder().decode(bytes).split('\n');
}

/** The service sets it when it signs, so `send` refuses a voucher that has it. */
function withoutSigningTime({ type, root }: Ecf): Ecf {
  const { FechaHoraFirma: _signingTime, ...others } = root;
  return { type, root: others };
}

export function runWork<Name extends InlineName>(job: Job<Name>, xsd: XsdValidator): Works[Name]['result'] {
  return works[job.name](job.bytes, job.input, xsd);
}
