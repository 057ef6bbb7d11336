/** document-mail: sends an accepted voucher to the company's customer. The same request with the same key says what became of the mails. */
import type { Answer, HandlerDeps, JsonRequest } from '../handler.js';
import { successAnswer } from '../handler.js';
import { documentAskedFor } from './document-status.js';
import { mailAnswer, sendToCustomer } from './customer-mail.js';
import { mailKeyOf } from './issue/issue-key.js';

interface Asked {
  readonly correos?: readonly string[];
  readonly mensaje?: string;
}

export async function documentMail(deps: HandlerDeps, request: JsonRequest): Promise<Answer> {
  const { correos, mensaje } = request.body as Asked;
  const key = `api:${mailKeyOf(request.idempotencyKey)}`;
  const { company, principal } = request;
  const mails = await deps.limits.lists.run(company.companyId, async () =>
    sendToCustomer(deps, await documentAskedFor(deps, request), {
      key,
      by: principal.usuario,
      ...(correos !== undefined && { to: correos }),
      ...(mensaje !== undefined && { message: mensaje }),
    }),
  );
  return successAnswer('El comprobante va al cliente por correo.', { correos: mails.map(mailAnswer) });
}
