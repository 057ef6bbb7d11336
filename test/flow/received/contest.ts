/** Two vouchers under one number of an issuer: a forged one, and the issuer's own, which DGII accepted. */
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { sentEcf } from '../../harness/samples/received.js';
import type { OtherCompany, Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { acknowledged, post } from './sender.js';

export type Contest = Awaited<ReturnType<typeof openContest>>;

const environment = 'pre-certification';

export async function openContest(service: Service) {
  const issuer: OtherCompany = await service.addCompany();
  let serial = 0;
  let networks = 0;
  /** A network that has sent nothing yet. The service must trust the tests as its proxy. */
  const newNetwork = () => ({ headers: { 'x-forwarded-for': `10.0.0.${(networks += 1)}` } });
  /** Sends the bytes again, as the receiver asks, until DGII has said which voucher is the issuer's. */
  const answerTo = (bytes: Buffer) => {
    const network = newNetwork();
    return until('there is a verdict', async () => {
      const answer = await post(service, bytes, network);
      return answer.status === 503 ? undefined : answer;
    });
  };
  return {
    issuer,
    answerTo,
    newNetwork,
    nextEncf: () => `E31${String((serial += 1)).padStart(10, '0')}`,
    forged: (encf: string, price = 2_000) =>
      sentEcf({ encf, rncEmisor: issuer.rnc, rncComprador: service.rnc, price }),
    /** The issuer's own voucher, which DGII accepted. */
    genuine: async (encf: string): Promise<Buffer> => {
      const ecf = sampleEcf({ encf, rncEmisor: issuer.rnc });
      Object.assign(ecf.ECF.Encabezado.Comprador, { RNCComprador: service.rnc });
      const sent = await issuer.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
      expect(sent.body.data).toMatchObject({ accepted: 1 });
      const document = (await service.store.findDocument(issuer.companyId, environment, encf))!;
      return service.store.getFileBytes(document.signed!.file);
    },
    receptionOf: async (encf: string) =>
      (await service.store.findReception({
        companyId: service.companyId,
        environment,
        rncEmisor: issuer.rnc,
        encf,
      }))!,
    verdict: async (bytes: Buffer) => {
      const { estado, motivo } = acknowledged(await answerTo(bytes));
      return estado === '0' ? 'received' : `code ${motivo}`;
    },
  };
}
