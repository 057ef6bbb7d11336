/** A voucher that our company received from another one and decides about, and what the issuer and DGII got of our decision. */
import type { Db } from 'mongodb';
import type { Decision, ReceptionRecord } from '../../../src/ledger/received/reception-record.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import type { OtherCompany, Service } from '../../harness/service.js';
import { sampleReceived } from '../../harness/samples/received-voucher.js';

interface Parties {
  readonly service: Service;
  readonly issuer: OtherCompany;
  /** The database of the service. */
  readonly database: Db;
}

/**
 * The issuer's voucher to our company, received.
 * @param accepted false: the issuer never sent it to DGII
 * @returns the reception's id
 */
export async function receivedVoucher(
  { service, issuer, database }: Parties,
  encf: string,
  accepted: boolean,
): Promise<{ id: string; encf: string }> {
  const ecf = sampleEcf({ encf, rncEmisor: issuer.rnc });
  Object.assign(ecf.ECF.Encabezado.Comprador, { RNCComprador: service.rnc });
  const send = () => issuer.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
  if (accepted) expect((await send()).body.data).toMatchObject({ accepted: 1 });
  const { reception } = await service.store.claimReception(
    sampleReceived({
      companyId: service.companyId,
      environment: 'pre-certification',
      rncEmisor: issuer.rnc,
      encf,
      rncComprador: service.rnc,
    }),
    Buffer.from('<ECF/>'),
    new Date(),
  );
  // Sets DGII's state as the worker would. Otherwise the worker would ask DGII itself, and the security code would have to be the real one.
  if (accepted)
    await receptionsIn(database).updateOne(
      { _id: reception._id },
      { $set: { dgii: { estado: 'accepted', at: new Date() } } },
    );
  return { id: reception._id, encf };
}

export async function decideAbout(
  { database }: Pick<Parties, 'database'>,
  id: string,
  decision: Partial<Decision> = {},
): Promise<void> {
  const at = new Date();
  const full = { estado: 'aprobado', by: 'prueba', at, ...decision } as const;
  await receptionsIn(database).updateOne({ _id: id }, { $set: { decision: full, approvalDueAt: at } });
}

interface Taken {
  readonly encf: string;
  readonly sha256: string;
  readonly service?: string;
  readonly motivo?: string;
}

/**
 * The deliveries of this voucher that the simulator received as a buyer, an issuer or DGII.
 * @param kind `to-buyer`: what receivers of other companies got; `approved`: our decisions, as DGII took them
 */
export async function takenBy(
  { simulatorUrl }: Pick<Service, 'simulatorUrl'>,
  kind: 'to-buyer' | 'approved',
  encf: string,
): Promise<readonly Taken[]> {
  const response = await fetch(`${simulatorUrl}/_simulator/others?kind=${kind}`);
  const { others } = (await response.json()) as { others: Taken[] };
  return others.filter((one) => one.encf === encf);
}

/** Only our decisions, because the voucher itself went to our company as its buyer. */
export async function approvalsSeenBy(...asked: Parameters<typeof takenBy>): Promise<readonly Taken[]> {
  return (await takenBy(...asked)).filter(({ service }) => service !== 'receptorrecepcion');
}

function receptionsIn(database: Db) {
  return database.collection<ReceptionRecord>('receptions');
}
