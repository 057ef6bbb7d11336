/** `company …`: the issuers the service works for. */
import { dgiiPlace } from '../../../ecf/messages/dgii-places.js';
import type { Environment } from '../../../ecf/model/environments.js';
import { checkDigitFits } from '../../../ecf/model/rnc.js';
import { suspensionIn } from '../../../ledger/companies/suspensions.js';
import type { Company } from '../../../ledger/companies/company.js';
import { listCertificates } from '../../../services/certificates/list-certificates.js';
import { addCompany, renameCompany } from '../../../services/companies/add-company.js';
import { listUsers } from '../../../services/people/list-users.js';
import { argument, command, option, required, withDefault } from '../../command.js';
import { companyOf } from '../../context.js';
import { doneOr } from '../../terminal/done-or.js';
import { fields, table, warningIf, type Warning } from '../../terminal/result.js';
import { moment, yesNo } from '../../terminal/text.js';
import { companyId, companyName, originNames, rnc, wholeNumber } from '../../terminal/values.js';
import { certificatesTable, currentWarnings } from '../certificates/certificates.js';
import { deliveryText } from '../buyers/buyers.js';
import { companyArgument } from '../parts.js';
import { approvalsText, repeatedReceptionText } from '../received.js';
import { usersTable } from '../people/users.js';

const listMax = 1_000;

export const originText = {
  client: 'cliente (su propio sistema asigna los e-NCF)',
  service: 'servicio (los e-NCF se piden a ecf-sequences/next)',
} as const satisfies Record<Company['origin'], string>;

/** What happens to vouchers with conditional faults when the request does not say. */
export const conditionalText = {
  block: 'se detienen (condicional=permitir las envía)',
  allow: 'se envían con advertencias (condicional=bloquear las detiene)',
} as const satisfies Record<NonNullable<Company['conditional']>, string>;

export const annulRejectedText = {
  refuse: 'no se anulan',
  allow: 'se pueden anular',
} as const satisfies Record<NonNullable<Company['annulRejected']>, string>;

export const deferredSendingText = {
  refuse: 'no autorizado por la DGII',
  allow: 'autorizado por la DGII',
} as const satisfies Record<NonNullable<Company['deferredSending']>, string>;

export const issuer = {
  rnc: argument('<rnc>', 'RNC (9 dígitos) o cédula (11), sin guiones', rnc),
  razonSocial: required('--name <razón social>', 'razón social', companyName),
  origin: withDefault('--origin <origen>', 'quién asigna los e-NCF', originNames, 'client'),
  // Production has its own command, which requires both consents.
  environment: withDefault(
    '--environment <ambiente>',
    'ambiente de la DGII',
    ['pre-certification', 'certification'] as const,
    'pre-certification',
  ),
};

const add = command({
  name: 'add',
  does: 'registra una empresa',
  example: '999999992 --name "EMPRESA SRL" --origin client',
  more: 'La empresa empieza en pre-certification, o en certification con --environment. Producción se pide después: «company environment set».',
  takes: {
    ...issuer,
    companyId: option('--id <n>', 'id de la empresa; sin ella, el siguiente libre', companyId),
  },
  changes: 'company.add',
  work: async (context, wanted) => {
    const begun = await context.begin({ companyIds: [] });
    const { company } = doneOr(await addCompany(begun, wanted), {
      COMPANY_EXISTS: () => `Ya existe una empresa con el RNC ${wanted.rnc}.`,
    });
    begun.about(String(company.companyId));
    const ranges = company.origin === 'service' ? ', authorization add' : '';
    return {
      data: company,
      text: `Empresa registrada.\n${companyFields(company)}\n\nPasos siguientes: certificate import, user add${ranges}.`,
      warnings: [rncWarning(company)],
    };
  },
});

const list = command({
  name: 'list',
  does: 'lista las empresas',
  example: '--after 100',
  takes: {
    after: withDefault('--after <id>', 'continúa después de este id', wholeNumber(0, 1e9), 0),
    limit: withDefault('--limit <n>', 'cuántas', wholeNumber(1, listMax), 100),
  },
  work: async ({ store }, { after, limit }) => {
    const listed = await store.listCompanies(after, limit);
    return {
      data: listed,
      text: table(listed, 'No hay empresas.', {
        Id: (one) => one.companyId,
        RNC: (one) => one.rnc,
        'Razón social': (one) => one.razonSocial,
        Origen: (one) => one.origin,
        Ambiente: (one) => one.environment,
        'Producción permitida': (one) => yesNo(one.productionAllowed),
        'Cambia a': (one) => one.originChange?.to,
        Suspendida: (one) => suspensionIn(one, one.environment),
      }),
    };
  },
});

const show = command({
  name: 'show',
  does: 'muestra una empresa: ambiente, usuarios, certificados, comprobantes por terminar',
  example: '999999992',
  takes: { company: companyArgument },
  work: async (context, options) => {
    const company = await companyOf(context, options.company);
    const [users, certificates, pending] = await Promise.all([
      listUsers(context, company),
      listCertificates(context, company),
      context.store.countPending(company.companyId),
    ]);
    const conditional = company.conditional ?? 'block';
    return {
      data: { ...company, conditional, users, certificates, pendingDocuments: pending },
      text: [
        companyFields(company),
        `Usuarios\n${usersTable(users)}`,
        `Certificados\n${certificatesTable(certificates)}`,
        `Comprobantes por terminar: ${pendingText(pending)}`,
      ].join('\n\n'),
      warnings: currentWarnings(certificates),
    };
  },
});

const rename = command({
  name: 'name',
  does: 'corrige la razón social; los comprobantes emitidos conservan la suya',
  example: '999999992 "EMPRESA DE PRUEBA, SRL"',
  takes: { company: companyArgument, razonSocial: argument('<razón social>', 'la correcta', companyName) },
  changes: 'company.name',
  work: async (context, { company: one, razonSocial }) => {
    const company = await companyOf(context, one);
    const begun = await context.begin({ companyIds: [company.companyId] });
    doneOr(await renameCompany(begun, company.companyId, razonSocial));
    return {
      data: { companyId: company.companyId, razonSocial },
      text: `Razón social: ${razonSocial} (antes: ${company.razonSocial}).`,
    };
  },
});

export const companyCommands = [add, list, show, rename];

export function rncWarning({ rnc: one }: Pick<Company, 'rnc'>): Warning | undefined {
  return warningIf(
    !checkDigitFits(one),
    'RNC_CHECK_DIGIT',
    `El dígito verificador de ${one} no corresponde: confirme el RNC (la DGII tiene números auténticos así).`,
  );
}

function pendingText(pending: Partial<Record<Environment, number>>): string {
  const parts = Object.entries(pending).map(([environment, count]) => `${count} en ${environment}`);
  return parts.length === 0 ? 'ninguno' : parts.join(', ');
}

function suspensionText({ reason, environment, since }: NonNullable<Company['suspended']>): string {
  const advice = {
    NOT_DELEGATED: `${dgiiPlace(environment).delegate}.`,
    CERTIFICATE_REFUSED: 'La DGII no acepta el certificado: importe otro.',
  }[reason];
  return `${reason} en ${environment} desde ${moment(since)}. ${advice}`;
}

function companyFields(company: Company): string {
  const { originChange, suspended } = company;
  return fields({
    Id: company.companyId,
    RNC: company.rnc,
    'Razón social': company.razonSocial,
    Origen: originText[company.origin],
    Ambiente: company.environment,
    'Producción permitida': yesNo(company.productionAllowed),
    'Faltas condicionales': conditionalText[company.conditional ?? 'block'],
    'Números de rechazados': annulRejectedText[company.annulRejected ?? 'refuse'],
    'Envío diferido': deferredSendingText[company.deferredSending ?? 'refuse'],
    'Entrega a compradores': deliveryText(company),
    Aprobaciones: approvalsText(company.approvals),
    'Recepción repetida': repeatedReceptionText[company.repeatedReception ?? 'stored'],
    'Cambio de origen':
      originChange &&
      `en curso a ${originChange.to} desde ${moment(originChange.since)}: la emisión está detenida. Repita «company origin set» o ` +
        '«company origin cancel».',
    'Numeración suspendida': suspended && suspensionText(suspended),
  });
}
