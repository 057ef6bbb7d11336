/**
 * The web application's refusals about vouchers, numbers, settings and certificates, by HTTP status, with Spanish messages for people at a
 * screen. Most codes are those of the operator's functions (src/operator); the command line has other messages for them, which name its
 * options.
 */
import { inFlightText } from '../../../ecf/messages/deliveries.js';
import { portalXmlMessages } from '../../../ecf/messages/portal-xml.js';

export const deskMessages = {
  400: {
    ANNULMENT_RANGES_OVERLAP: 'Un rango repite un número de otro.',
    ANNULMENT_RANGE_INVALID: 'Cada rango va de un e-NCF a otro igual o mayor, los dos del mismo tipo.',
    ANNULMENT_TOO_LARGE: 'Una solicitud anula a lo sumo 10,000 números.',
    AUTHORIZATION_NUMBER_INVALID:
      'El número de autorización tiene entre 1 y 40 caracteres ASCII, sin espacios.',
    CERTIFICATE_KEY_CIPHER_UNSUPPORTED:
      'La llave privada está cifrada con un método antiguo que no se puede abrir. Use el archivo .p12.',
    CERTIFICATE_KEY_UNSUPPORTED: 'La llave no es RSA de al menos 2048 bits, la única que acepta la DGII.',
    CERTIFICATE_NO_CERTIFICATE: 'El archivo contiene la llave privada y ningún certificado.',
    CERTIFICATE_NO_MATCHING_CERTIFICATE: 'Ningún certificado del archivo corresponde a la llave privada.',
    CERTIFICATE_NO_PRIVATE_KEY:
      'El archivo no contiene la llave privada: exporte el certificado con ella (.p12).',
    CERTIFICATE_OTHER_RNC: 'El certificado es de otra empresa: su RNC no es el de esta.',
    CERTIFICATE_TOO_LARGE: 'El archivo es demasiado grande para ser un certificado.',
    CERTIFICATE_UNREADABLE: 'El archivo no se puede leer: no es un .p12, o está dañado.',
    CERTIFICATE_WRONG_PASSWORD: 'La clave del certificado no es correcta.',
    CHANGE_MISSING: 'Indique qué se cambia.',
    COLOR_INVALID: 'El color se escribe #rrggbb, por ejemplo #1a5276.',
    COUNT_NOT_RETYPED: 'La cantidad escrita no es la de los rangos.',
    ENCF_NOT_RETYPED: 'El e-NCF escrito no es el de este comprobante.',
    EXPIRY_INVALID: 'El vencimiento no es una fecha DD-MM-AAAA.',
    EXPIRY_NOT_ALLOWED: 'Los tipos 32 y 34 no llevan vencimiento.',
    EXPIRY_PAST: 'El vencimiento ya pasó.',
    EXPIRY_REQUIRED: 'Este tipo lleva vencimiento.',
    FILTER_TOO_BROAD: 'La búsqueda tarda demasiado: acote las fechas o quite filtros.',
    LOGO_TOO_LARGE: 'El logotipo tiene más de 100 KB.',
    LOGO_UNREADABLE:
      'El logotipo no es un PNG ni un SVG que se pueda leer, o mide más de 4000 píxeles por lado.',
    MOTIVO_EXTRA: 'Una aprobación no lleva motivo.',
    MOTIVO_MISSING: 'Escriba el motivo: el emisor lo verá.',
    MOTIVO_TOO_LONG: 'El motivo tiene como máximo 250 caracteres.',
    NAME_INVALID: 'La razón social debe tener entre 1 y 150 caracteres, sin caracteres de control.',
    NEXT_OUTSIDE_RANGE: 'El número está fuera del rango.',
    NEXT_TOO_LOW: 'Ya hay números más altos entregados o usados: el próximo solo avanza.',
    NOTE_INVALID: 'La nota debe tener entre 1 y 300 caracteres.',
    RANGE_INVALID: 'El rango no es válido: 1 a 9,999,999,999, y el último no es menor que el primero.',
    SEALED_INVALID: 'El archivo cifrado llegó incompleto o alterado. Elíjalo de nuevo.',
    TRACK_ID_INVALID:
      'El trackId de la DGII tiene la forma d2b6e27c-3908-46f3-afaa-2207b9501b4b; un resumen no lo lleva: anote su resultado.',
    WORKBOOK_INVALID:
      'El archivo no es el de pruebas de la DGII para esta empresa. Vea qué celdas están mal.',
    USUARIO_INVALID: 'El usuario debe tener entre 1 y 100 caracteres, sin espacios ni caracteres de control.',
    ...portalXmlMessages,
  },
  404: {
    ATTEMPT_NOT_FOUND: 'El comprobante no tiene ese intento.',
    AUTHORIZATION_NOT_FOUND: 'No hay un rango con ese id en la empresa y el ambiente.',
    NO_APPROVAL: 'El comprobante todavía no tiene una aprobación comercial firmada.',
    NOT_ACKNOWLEDGED: 'El comprobante todavía no tiene acuse de recibo.',
    RUN_NOT_FOUND: 'No existe esa corrida de certificación.',
    RECEPTION_NOT_FOUND: 'La empresa no ha recibido ese comprobante en este ambiente.',
    USER_NOT_FOUND: 'La empresa no tiene un usuario con ese nombre.',
  },
  409: {
    ALREADY_DELIVERED: 'El comprador ya tiene el comprobante.',
    ALREADY_FINAL: 'El comprobante ya tiene su resultado final.',
    ANNULMENT_NOT_OFFERED: 'La DGII no ofrece la anulación de secuencias en certificación.',
    ANNULMENT_NOT_UNCERTAIN: 'La anulación no tiene números inciertos.',
    APPROVAL_DECIDED: 'La empresa ya decidió otra cosa sobre este comprobante. La primera decisión queda.',
    ATTEMPT_NOT_FINAL: 'El intento anterior no ha terminado: espere su resultado.',
    ATTEMPT_OVER: 'El comprobante ya tiene otro intento. Vea el último.',
    BUYER_DELIVERY_OFF: 'La empresa no entrega estos comprobantes a sus compradores: actívelo en sus datos.',
    CERTIFICATE_EXPIRED: 'El certificado está vencido.',
    CERTIFICATE_MISSING: 'La empresa no tiene certificado: impórtelo primero.',
    CERTIFICATE_NOT_OPENED:
      'El servicio no puede abrir el certificado de la empresa: se cifró con otra llave maestra, o está dañado. Impórtelo de nuevo.',
    CERTIFICATE_NOT_YET_VALID:
      'El certificado todavía no es válido: impórtelo a partir de su fecha de inicio.',
    CERTIFICATE_REFUSED: 'La DGII no acepta el certificado: importe otro.',
    CHANGED_MEANWHILE: 'El comprobante cambió en este momento. Revíselo y decida de nuevo.',
    COMPANY_EXISTS: 'Ya existe una empresa con ese RNC.',
    COMPANY_ID_TAKEN: 'Ya existe una empresa con ese id.',
    CONDITIONAL_FAULTS:
      'La DGII aceptaría el comprobante solo condicionalmente. Corríjalo o confirme que se emite así.',
    DOCUMENTS_NOT_FINAL: 'Hay comprobantes sin resultado final.',
    ENCF_BEING_ANNULLED: 'Ya se pidió a la DGII la anulación de ese e-NCF.',
    ENCF_EXISTS: 'Ya existe un comprobante con ese e-NCF.',
    ENCF_HAS_DOCUMENT: 'El e-NCF tiene un comprobante: no se anula como número sin usar.',
    ENVIRONMENT_CHANGED_MEANWHILE: 'Otra persona cambió el ambiente en este momento. Revíselo.',
    IN_FLIGHT: inFlightText,
    MAY_HAVE_ARRIVED:
      'La DGII tiene o puede tener el comprobante. Confirme primero lo que muestra su Oficina Virtual.',
    NEXT_NEEDED: 'Falta el próximo número de algún rango vigente.',
    NOTHING_OPEN: 'No hay un envío que confirmar.',
    NOT_FOR_BUYER: 'Este comprobante no se entrega a un comprador.',
    NOT_DELEGATED:
      'El firmante no está delegado para la empresa: delegue en la Oficina Virtual de la DGII y compruebe de nuevo.',
    NOT_IN_CERTIFICATION: 'La empresa no está en certificación.',
    NOT_PRINTABLE:
      'La representación impresa de un recibido se ofrece cuando la DGII muestra que lo aceptó o lo rechazó.',
    NUMBER_ANNULLED: 'El e-NCF fue anulado en la DGII: no se emite nunca.',
    ORIGIN_CHANGED_MEANWHILE: 'El cambio de origen fue cancelado o hecho por otra persona. Revíselo.',
    ORIGIN_CHANGE_UNDER_WAY: 'Hay otro cambio de origen en curso: espere a que termine o cancélelo.',
    ORIGIN_NOT_CHANGING: 'No hay un cambio de origen en curso.',
    ORIGIN_UNCHANGED: 'La empresa ya tiene ese origen.',
    PRODUCTION_NOT_ALLOWED: 'Producción exige dos consentimientos: el del servicio y el de la empresa.',
    RANGE_OVERLAPS: 'El rango se solapa con otro de la misma empresa, ambiente y tipo.',
    RECEIVED_CHANGED: 'Otro comprobante tomó este número: revise el que se muestra ahora y decida de nuevo.',
    REPETITION_NEEDED:
      'Hay números del archivo que ya se usaron. Para enviarlos otra vez, escriba una nota y elija cuáles.',
    RESERVED_LEFT: 'Hay números entregados y nunca enviados.',
    RUN_ALREADY_STARTED: 'La corrida ya se inició. Para enviarla otra vez, repítala.',
    RUN_CHANGED: 'La corrida cambió en este momento. Revísela e intente de nuevo.',
    RUN_HAS_FAULTS: 'El archivo tiene filas que la DGII rechazaría. No se envió nada.',
    RUN_NOT_PAUSED: 'La corrida no está en pausa.',
    RUN_NOT_RUNNING: 'La corrida no está en curso.',
    RUN_UNDER_WAY: 'Otra corrida de la empresa está en curso. Espere a que termine o páusela.',
    SEAL_KEY_UNKNOWN: 'La llave de esta página ya no vale. Recargue la página y elija el archivo de nuevo.',
    TOO_EARLY: 'El cambio de origen todavía no puede terminar: la emisión se detiene durante un minuto.',
    TOO_MANY_AUTHORIZATIONS: 'La empresa tiene demasiados rangos de ese tipo en ese ambiente.',
    USER_EXISTS: 'La empresa ya tiene un usuario con ese nombre.',
    WOULD_ORPHAN: 'El cambio dejaría fuera números autorizados o ya entregados: un rango solo crece.',
  },
  503: {
    WORKER_SILENT: 'El servicio no respondió a tiempo. Intente de nuevo en un momento.',
  },
} as const;
