/**
 * Reads, checks, builds and prints vouchers, and reads those that others send. A small voucher is checked at once, in the calling thread.
 * A large one takes seconds, and so does a print: they wait for a thread, and other requests go on meanwhile.
 */
import type { ReadableVoucher } from '../../ecf/json/readable-voucher.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Fault } from '../../ecf/model/fault.js';
import type { OtherDocumentKind } from '../../ecf/catalogue/document-kind.js';
import type { Form606Line } from '../../ecf/form-606.js';
import type { SoldItem } from '../../ecf/sold-items.js';
import type { BuiltXml } from '../../ecf/xml/build-xml.js';
import type { Facts } from '../../ecf/model/facts.js';
import { createXsdValidator, type XsdValidator, type XsdValidatorOptions } from '../check/xsd-validator.js';
import type { ApprovalSet } from '../workbook/approval-set.js';
import type { TestSet } from '../workbook/test-set.js';
import type { PrintOrder } from '../print/print-voucher.js';
import type { ReceivedApproval } from '../read/read-approval.js';
import type { ReceivedEcf } from '../read/read-ecf.js';
import type { SignedSeed } from '../read/read-seed.js';
import type { SignatureChecks } from '../read/signature.js';
import { checkBuilt, type BuiltVoucher, type Unsigned } from '../check/build-voucher.js';
import { CheckerThreads, type CheckerFigures } from './checker-threads.js';
import { checkVoucher, type Asked, type CheckedVoucher } from '../check/check-voucher.js';
import type { SequenceNumber, UnnumberedVoucher } from '../check/draft.js';
import type { NoteDraft, NoteDraftInput } from '../check/note-draft.js';
import { identityOf, readVoucher, type Identity, type UnreadableBody } from '../check/read-voucher.js';
import type { ThreadLimits } from './threads.js';
import { readsXml, runWork, type ContentForm, type InlineName, type Job, type Works } from './works.js';

export interface ParsedVoucher {
  readonly ok: true;
  readonly identity: Identity;
  readonly large: boolean;
  check(asked: Asked): Promise<CheckedVoucher>;
}

/** All functions that take bytes throw CheckerBusyError. */
export interface Checker {
  readonly parse: (companyId: number, body: Uint8Array) => Promise<ParsedVoucher | UnreadableBody>;
  draftType(companyId: number, draft: Uint8Array): Promise<EcfType | undefined>;
  readUnnumbered(companyId: number, body: Uint8Array): Promise<UnnumberedVoucher | undefined>;
  numberDraft(companyId: number, draft: Uint8Array, number: SequenceNumber): Promise<Uint8Array>;
  build(companyId: number, content: Uint8Array, signingTime: string): Promise<BuiltVoucher>;
  /** The notes on a voucher may be many, so it is a large piece of work if all of them together are large. */
  noteDraft(companyId: number, content: Uint8Array, input: NoteDraftInput): Promise<NoteDraft>;
  /** @param contents in the JSON of the ledger, the newest first */
  soldItems(companyId: number, contents: readonly Uint8Array[]): Promise<readonly SoldItem[]>;
  noteFault(companyId: number, content: Uint8Array, facts: Facts): Promise<Fault | undefined>;
  checkBuilt(kind: OtherDocumentKind, built: BuiltXml): Unsigned;
  /** Always in a thread: a page takes about ten milliseconds, and the longest voucher some seconds. */
  print(key: number | string, content: Uint8Array, order: PrintOrder): Promise<Uint8Array>;
  readable(companyId: number, content: Uint8Array, form: ContentForm): Promise<ReadableVoucher>;
  form606(companyId: number, content: Uint8Array, form: ContentForm): Promise<Form606Line>;
  /** The content of a voucher that the company received, in the JSON that `send` takes. */
  receivedJson(companyId: number, xml: Uint8Array): Promise<Uint8Array>;
  printReceived(companyId: number, xml: Uint8Array, order: PrintOrder): Promise<Uint8Array>;
  /** @param network the sender's, because we do not know yet which company it is for */
  readEcf(network: string, bytes: Uint8Array, checks: SignatureChecks): Promise<ReceivedEcf>;
  readApproval(network: string, bytes: Uint8Array, checks: SignatureChecks): Promise<ReceivedApproval>;
  readSignedSeed(network: string, bytes: Uint8Array, checks: SignatureChecks): Promise<SignedSeed>;
  /** Reads the workbook of step 2 of the certification process, in the thread for workbooks. It takes a second or more. */
  readTestSet(companyId: number, bytes: Uint8Array, rnc: string): Promise<TestSet>;
  readApprovalSet(companyId: number, bytes: Uint8Array, rnc: string): Promise<ApprovalSet>;
  readonly figures: () => CheckerFigures;
  close(): Promise<void>;
}

export interface CheckerOptions {
  /** Each thread compiles the schemas for itself. */
  readonly xsdOptions?: XsdValidatorOptions;
  readonly xsd?: XsdValidator;
  readonly threadsMax: number;
  /** Bodies with fewer bytes are handled in the calling thread; XML with a quarter of them. */
  readonly inlineBelowBytes?: number;
  readonly limits?: Partial<ThreadLimits>;
}

/**
 * In JSON. A voucher of this size has about 200 lines. On a busy machine it stops the event loop for about 30 ms, and through a thread for
 * about 5 ms (docs/develop/scaling.md). A smaller one gains little, and a usual one, of 5 KB, pays for the way to the thread and back.
 */
export const inlineBelowBytes = 32 * 1024;
/**
 * XML takes four times as long as JSON: it is parsed three times, by two parsers, and its signature is checked. The worst XML below 8 KB
 * that a stranger can send takes about 10 ms. A usual voucher of 5 KB takes as long.
 */
const xmlFactor = 4;

export function createChecker({
  xsdOptions = {},
  xsd = createXsdValidator(xsdOptions),
  inlineBelowBytes: inlineBelow = inlineBelowBytes,
  threadsMax,
  limits,
}: CheckerOptions): Checker {
  const threads = new CheckerThreads(threadsMax, xsdOptions, limits);
  const isSmall = (bytes: Uint8Array, factor = 1) => bytes.length * factor < inlineBelow;
  const run = async <Name extends InlineName>(
    key: number | string,
    job: Job<Name>,
  ): Promise<Works[Name]['result']> =>
    isSmall(job.bytes, readsXml(job) ? xmlFactor : 1) ? runWork(job, xsd) : threads.run(key, job);

  return {
    parse: async (companyId, bytes) =>
      isSmall(bytes) ? parseHere(bytes, xsd) : parseInThread(threads, companyId, bytes),
    draftType: (companyId, bytes) => run(companyId, { name: 'draftType', bytes, input: undefined }),
    readUnnumbered: (companyId, bytes) => run(companyId, { name: 'readUnnumbered', bytes, input: undefined }),
    numberDraft: (companyId, bytes, input) => run(companyId, { name: 'numberDraft', bytes, input }),
    build: (companyId, bytes, input) => run(companyId, { name: 'build', bytes, input }),
    noteDraft: async (companyId, bytes, input) => {
      const job = { name: 'noteDraft', bytes, input } as const;
      const others = input.notes.reduce((sum, { content }) => sum + content.length, 0);
      return bytes.length + others < inlineBelow ? runWork(job, xsd) : threads.run(companyId, job);
    },
    soldItems: async (companyId, contents) =>
      contents.length === 0
        ? []
        : run(companyId, { name: 'soldItems', bytes: inLines(contents), input: undefined }),
    noteFault: (companyId, bytes, input) => run(companyId, { name: 'noteFault', bytes, input }),
    print: (key, bytes, input) => threads.run(key, { name: 'print', bytes, input }),
    readable: (companyId, bytes, input) => run(companyId, { name: 'readable', bytes, input }),
    form606: (companyId, bytes, input) => run(companyId, { name: 'form606', bytes, input }),
    receivedJson: (companyId, bytes) => run(companyId, { name: 'sentForm', bytes, input: undefined }),
    printReceived: async (companyId, xml, input) => {
      const bytes = await run(companyId, { name: 'normalForm', bytes: xml, input: undefined });
      return threads.run(companyId, { name: 'print', bytes, input });
    },
    readEcf: (network, bytes, input) => run(network, { name: 'readEcf', bytes, input }),
    readApproval: (network, bytes, input) => run(network, { name: 'readApproval', bytes, input }),
    readSignedSeed: (network, bytes, input) => run(network, { name: 'readSignedSeed', bytes, input }),
    readTestSet: (companyId, bytes, input) => threads.run(companyId, { name: 'readTestSet', bytes, input }),
    readApprovalSet: (companyId, bytes, input) =>
      threads.run(companyId, { name: 'readApprovalSet', bytes, input }),
    checkBuilt: (kind, built) => checkBuilt(kind, built, xsd),
    figures: () => threads.figures(),
    close: () => threads.close(),
  };
}

/** The JSON of the ledger has no line breaks. */
function inLines(contents: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    contents.flatMap((content, index) => (index === 0 ? [content] : [lineBreak, content])),
  );
}

const lineBreak = Buffer.from('\n');

function parseHere(bytes: Uint8Array, xsd: XsdValidator): ParsedVoucher | UnreadableBody {
  const body = readVoucher(bytes);
  if (!body.ok) return body;
  const check = (asked: Asked) =>
    new Promise<CheckedVoucher>((resolve) => resolve(checkVoucher(body, asked, xsd)));
  return { ok: true, identity: identityOf(body), large: false, check };
}

async function parseInThread(
  threads: CheckerThreads,
  companyId: number,
  bytes: Uint8Array,
): Promise<ParsedVoucher | UnreadableBody> {
  const found = await threads.run(companyId, { name: 'identify', bytes, input: undefined });
  if (!found.ok) return found;
  const check = (input: Asked) => threads.run(companyId, { name: 'check', bytes, input });
  return { ...found, large: true, check };
}
