/** Accepted vouchers go to the company's customers by mail: the real service, a real SMTP server, the simulated DGII. */
import { createHash } from 'node:crypto';
import {
  customerMailSettings,
  type CustomerMail,
} from '../../../src/services/mail/customer-mail-settings.js';
import type { CaughtMail } from '../../harness/mail/relay.js';
import {
  newAddress,
  publicUrl,
  sender,
  startServiceWithMail,
  type ServiceWithMail,
} from '../../harness/mail/service-with-mail.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { unlimited } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { finalDocument } from '../buyers/final-document.js';
import { logIn } from '../web/person.js';

let flow: ServiceWithMail;
beforeAll(async () => {
  flow = await startServiceWithMail({ apiless: false, env: { ...unlimited, ECF_WEB: 'on' } });
}, 150_000);

const next = { 31: encfs(31), 32: encfs(32) };
const mailsTo = (to: string) => flow.relay.mails.filter((mail) => mail.to.includes(to));
const companyOf = async () => (await flow.service.store.findCompany(flow.service.companyId))!;

/** @returns the e-NCF of an accepted voucher whose buyer has this address */
async function accepted(correo?: string, { encf = next[31](), price = 1_000 } = {}): Promise<string> {
  const ecf = sampleEcf({ encf, price });
  Object.assign(ecf.ECF.Encabezado.Comprador, { ...(correo !== undefined && { CorreoComprador: correo }) });
  await flow.service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
  expect((await finalDocument(flow.service, encf)).state).toBe('accepted');
  return encf;
}

const mail = (encf: string, key: string, body: object = {}) =>
  flow.service.post(`/api/v2/dgii-ecf/document-mail/${encf}`, body, { 'Idempotency-Key': key });

const stateOf = async (encf: string, key: string, body: object = {}) =>
  ((await mail(encf, key, body)).body.data['correos'] as { estado: string; motivo: string | null }[])[0]!;

async function caught(to: string): Promise<CaughtMail> {
  const [one] = await until(`a mail to ${to}`, async () => mailsTo(to).length > 0 && mailsTo(to), {
    withinMs: 60_000,
  });
  return one!;
}

async function historyOf(encf: string): Promise<readonly string[]> {
  const { body } = await flow.service.get(`/api/v2/dgii-ecf/document-history/${encf}`);
  return (body.data['historia'] as { texto: string }[]).map(({ texto }) => texto);
}

async function setCustomerMail(wanted: CustomerMail): Promise<void> {
  const { service } = flow;
  const company = await companyOf();
  const checked = await customerMailSettings(service, company, wanted);
  if (checked.outcome !== 'valid') throw new Error(checked.refusal);
  await service.store.changeSettings(company.companyId, checked.settings);
}

test.each([
  { name: 'a voucher', of: () => ({ encf: next[31](), price: 1_000 }), amount: '1,180.00', at: 'ecf' },
  {
    name: 'a small invoice, sent to DGII as a summary,',
    of: () => ({ encf: next[32](), price: 1_000 }),
    amount: '1,180.00',
    at: 'fc',
  },
])(
  '$name reaches its customer once for one key, with its files and links',
  async ({ of, amount, at }) => {
    const { service } = flow;
    await setCustomerMail({ mailReplyTo: 'Ventas@Empresa.example', mailAccepted: 'off' });
    const to = newAddress();
    // As an ERP may write it.
    const encf = await accepted(to.toUpperCase(), of());
    const pressed = await Promise.all(Array.from({ length: 4 }, () => mail(encf, `venta-${encf}`)));
    expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

    const { mail: sent, from, to: recipients } = await caught(to);
    expect({ from, recipients }).toEqual({ from: sender, recipients: [to] });
    expect(sent.from?.value).toEqual([{ name: 'EMPRESA DE PRUEBA SRL', address: sender }]);
    expect(sent.replyTo?.value).toEqual([{ name: '', address: 'ventas@empresa.example' }]);
    expect(sent.subject).toBe(`Prueba: comprobante ${encf} de EMPRESA DE PRUEBA SRL`);
    for (const text of [sent.text ?? '', sent.html || '']) {
      for (const part of [encf, `RD$ ${amount}`, '20-11-2026', 'no tiene valor fiscal', `${publicUrl}/c/`])
        expect(text).toContain(part);
      expect(text).toContain(`https://${at}.dgii.gov.do/`);
    }
    const { signed } = (await service.store.findDocument(service.companyId, 'pre-certification', encf))!;
    const files = new Map(sent.attachments.map((file) => [file.filename, file]));
    expect([...files.keys()]).toEqual([`${service.rnc}${encf}.pdf`, `${service.rnc}${encf}.xml`]);
    expect(files.get(`${service.rnc}${encf}.pdf`)?.content.subarray(0, 5).toString()).toBe('%PDF-');
    const xml = files.get(`${service.rnc}${encf}.xml`)!.content;
    expect(createHash('sha256').update(xml).digest('hex')).toBe(signed?.sha256);

    await until('the answer says that it left', async () => {
      return (await stateOf(encf, `venta-${encf}`)).estado === 'entregado';
    });
    expect(mailsTo(to)).toHaveLength(1);
    expect((await historyOf(encf)).slice(-2)).toEqual([
      expect.stringMatching(`^Correo al cliente, ${to}, enviado por `),
      `El servidor de correo tomó el de ${to}`,
    ]);
  },
  150_000,
);

test('a customer that the relay refuses is named with the reason, and the next voucher goes where the last one went', async () => {
  const { service, relay } = flow;
  const [wrong, right] = [newAddress(), newAddress()];
  const encf = await accepted();
  expect((await mail(encf, 'sin-correo')).body.data).toMatchObject({ code: 'CUSTOMER_MAIL_ADDRESS_MISSING' });
  relay.answers(wrong, 550);
  const order = { correos: [wrong, right], mensaje: 'Gracias.\r\nBcc: otro@ajeno.example' };
  await mail(encf, 'dos', order);
  await until('the refused mail has failed', async () => {
    return (await stateOf(encf, 'dos', order)).estado === 'fallido';
  });
  const reason = 'el servidor de correo lo rechazó (550): revise la dirección';
  expect(await historyOf(encf)).toContain(`El correo a ${wrong} no salió: ${reason}`);
  const { mail: sent, to } = await caught(right);
  // What the company writes is text, and nothing else.
  expect(to).toEqual([right]);
  expect(sent.headers.has('bcc')).toBe(false);
  expect(sent.text).toContain('Gracias.\n\nBcc: otro@ajeno.example');
  expect(mailsTo('otro@ajeno.example')).toEqual([]);

  const operador = await logIn(service, service.companyId, 'operador');
  const place = `/companies/${service.companyId}/pre-certification/vouchers`;
  const { body } = await operador.call('GET', `${place}/${await accepted()}`);
  expect(body).toMatchObject({ correoComprador: null, correoCliente: right, correos: [] });
}, 150_000);

test('with the setting, what is accepted from then on leaves by itself, and once', async () => {
  const { service } = flow;
  const [before, after, later] = [newAddress(), newAddress(), newAddress()];
  const earlier = await accepted(before);
  const feed = {
    companyId: service.companyId,
    environment: 'pre-certification',
    after: 0,
    limit: 100,
  } as const;
  await until('the feed has it', async () => {
    const { events } = await service.store.readFeed({ ...feed, types: ['ecf.accepted'] });
    return events.some(({ data }) => data['ecf'] === earlier);
  });
  await setCustomerMail({ mailReplyTo: '', mailAccepted: 'on' });
  const encf = await accepted(after);
  await accepted();
  expect((await caught(after)).mail.replyTo?.value).toEqual([
    { name: '', address: 'soporte@empresa.example' },
  ]);
  // The feed has an order: when a later one has left, the earlier ones were looked at.
  await accepted(later);
  await caught(later);
  expect([mailsTo(before), mailsTo(after)].map(({ length }) => length)).toEqual([0, 1]);
  expect(await historyOf(encf)).toContain(
    `Correo al cliente, ${after}, enviado por la empresa, automáticamente`,
  );
}, 150_000);
