/** Errors about companies and their settings. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const companyErrors = {
  ORIGIN_CHANGING: {
    status: 503,
    api: 'Se está cambiando el origen de la numeración de la empresa. Intente de nuevo en un momento.',
    cli: 'Hay otro cambio de origen en curso: espere a que termine o use «company origin cancel».',
    help: 'Se está cambiando quién asigna los números de la empresa. Repita después de los segundos de `Retry-After`.',
  },
  NAME_INVALID: {
    status: 400,
    people: 'La razón social debe tener entre 1 y 150 caracteres, sin caracteres de control.',
    usage: true,
  },
  COLOR_INVALID: { status: 400, people: 'El color se escribe #rrggbb, por ejemplo #1a5276.' },
  LOGO_TOO_LARGE: { status: 400, people: 'El logotipo tiene más de 100 KB.' },
  LOGO_UNREADABLE: {
    status: 400,
    people: 'El logotipo no es un PNG ni un SVG que se pueda leer, o mide más de 4000 píxeles por lado.',
  },
  CHANGE_MISSING: { status: 400, web: 'Indique qué se cambia.' },
  COMPANY_NOT_FOUND: { status: 404, people: 'No existe esa empresa.' },
  COMPANY_EXISTS: { status: 409, people: 'Ya existe una empresa con ese RNC.' },
  COMPANY_ID_TAKEN: { status: 409, people: 'Ya existe una empresa con ese id.' },
  DOCUMENTS_NOT_FINAL: { status: 409, people: 'Hay comprobantes sin resultado final.' },
  ORIGIN_ABANDONING: {
    status: 409,
    people:
      'El cambio ya renunció a números entregados, así que no se cancela. La emisión está detenida: termine el cambio.',
  },
  ORIGIN_NOT_CHANGING: { status: 409, people: 'No hay un cambio de origen en curso.' },
  ORIGIN_UNCHANGED: { status: 409, people: 'La empresa ya tiene ese origen.' },
  ENVIRONMENT_CHANGED_MEANWHILE: {
    status: 409,
    web: 'Otra persona cambió el ambiente en este momento. Revíselo.',
    cli: 'Otra persona cambió el ambiente en este momento: vea «company show».',
  },
  NOT_DELEGATED: {
    status: 409,
    web: 'El firmante no está delegado para la empresa: delegue en la Oficina Virtual de la DGII y compruebe de nuevo.',
    cli: 'El firmante no está delegado para la empresa: delegue en la Oficina Virtual de la DGII y repita «certificate check».',
  },
  ORIGIN_CHANGED_MEANWHILE: {
    status: 409,
    web: 'El cambio de origen fue cancelado o hecho por otra persona. Revíselo.',
    cli: 'El cambio de origen fue cancelado o hecho por otra persona: vea «company show».',
  },
  ORIGIN_CHANGE_UNDER_WAY: {
    status: 409,
    web: 'Hay otro cambio de origen en curso: espere a que termine o cancélelo.',
  },
  PRODUCTION_NOT_ALLOWED: {
    status: 409,
    web: 'Producción exige dos consentimientos: el del servicio y el de la empresa.',
    cli: 'Producción exige dos consentimientos: ECF_ALLOW_PRODUCTION=true y el de la empresa.',
  },
  TOO_EARLY: {
    status: 409,
    web: 'El cambio de origen todavía no puede terminar: la emisión se detiene durante un minuto.',
    cli: 'El cambio de origen todavía no puede terminar, y la emisión está detenida.',
  },
  COMPANY_INVALID: { cli: 'La empresa se indica con su RNC (9 u 11 dígitos) o con su id.', usage: true },
} as const satisfies ErrorRows;
