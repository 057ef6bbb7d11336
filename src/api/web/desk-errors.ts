/**
 * The web application's refusals about vouchers, numbers, settings and certificates, by HTTP status, with Spanish messages for people at a
 * screen. Most codes are those of the services (src/services). The messages here are for a screen only; the command line has its
 * own, which name its options. The others are in services/refusal-messages.ts.
 */
import { inputMessages, refusalMessages } from '../../services/refusal-messages.js';

export const deskMessages = {
  400: {
    ...inputMessages,
    ...refusalMessages[400],
    ANNULMENT_RANGES_OVERLAP: 'Un rango repite un número de otro.',
    ANNULMENT_RANGE_INVALID: 'Cada rango va de un e-NCF a otro igual o mayor, los dos del mismo tipo.',
    ANNULMENT_TOO_LARGE: 'Una solicitud anula a lo sumo 10,000 números.',
    CERTIFICATE_KEY_CIPHER_UNSUPPORTED:
      'La llave privada está cifrada con un método antiguo que no se puede abrir. Use el archivo .p12.',
    CERTIFICATE_KEY_UNSUPPORTED: 'La llave no es RSA de al menos 2048 bits, la única que acepta la DGII.',
    CERTIFICATE_NO_CERTIFICATE: 'El archivo contiene la llave privada y ningún certificado.',
    CERTIFICATE_NO_MATCHING_CERTIFICATE: 'Ningún certificado del archivo corresponde a la llave privada.',
    CERTIFICATE_NO_PRIVATE_KEY:
      'El archivo no contiene la llave privada: exporte el certificado con ella (.p12).',
    CERTIFICATE_TOO_LARGE: 'El archivo es demasiado grande para ser un certificado.',
    CERTIFICATE_UNREADABLE: 'El archivo no se puede leer: no es un .p12, o está dañado.',
    CERTIFICATE_WRONG_PASSWORD: 'La clave del certificado no es correcta.',
    CHANGE_MISSING: 'Indique qué se cambia.',
    COUNT_NOT_RETYPED: 'La cantidad escrita no es la de los rangos.',
    ENCF_NOT_RETYPED: 'El e-NCF escrito no es el de este comprobante.',
    EXPIRY_NOT_ALLOWED: 'Los tipos 32 y 34 no llevan vencimiento.',
    EXPIRY_REQUIRED: 'Este tipo lleva vencimiento.',
    FILTER_TOO_BROAD: 'La búsqueda tarda demasiado: acote las fechas o quite filtros.',
    MOTIVO_MISSING: 'Escriba el motivo: el emisor lo verá.',
    NEXT_TOO_LOW: 'Ya hay números más altos entregados o usados: el próximo solo avanza.',
    RANGE_INVALID: 'El rango no es válido: 1 a 9,999,999,999, y el último no es menor que el primero.',
    SEALED_INVALID:
      'El archivo cifrado llegó incompleto o alterado, o se cifró para otra empresa o persona. Elíjalo de nuevo.',
    TRACK_ID_INVALID:
      'El trackId de la DGII tiene la forma d2b6e27c-3908-46f3-afaa-2207b9501b4b; un resumen no lo lleva: anote su resultado.',
    WORKBOOK_INVALID:
      'El archivo no es el de pruebas de la DGII para esta empresa. Vea qué celdas están mal.',
  },
  404: {
    ...refusalMessages[404],
    AUTHORIZATION_NOT_FOUND: 'No hay un rango con ese id en la empresa y el ambiente.',
    NO_APPROVAL: 'El comprobante todavía no tiene una aprobación comercial firmada.',
    NOT_ACKNOWLEDGED: 'El comprobante todavía no tiene acuse de recibo.',
    RUN_NOT_FOUND: 'No existe esa corrida de certificación.',
    RECEPTION_NOT_FOUND: 'La empresa no ha recibido ese comprobante en este ambiente.',
  },
  409: {
    ...refusalMessages[409],
    ALREADY_DELIVERED: 'El comprador ya tiene el comprobante.',
    ANNULMENT_NOT_UNCERTAIN: 'La anulación no tiene números inciertos.',
    APPROVAL_DECIDED: 'La empresa ya decidió otra cosa sobre este comprobante. La primera decisión queda.',
    ATTEMPT_NOT_FINAL: 'El intento anterior no ha terminado: espere su resultado.',
    ATTEMPT_OVER: 'El comprobante ya tiene otro intento. Vea el último.',
    BUYER_DELIVERY_OFF: 'La empresa no entrega estos comprobantes a sus compradores: actívelo en sus datos.',
    CERTIFICATE_MISSING: 'La empresa no tiene certificado: impórtelo primero.',
    CERTIFICATE_NOT_OPENED:
      'El servicio no puede abrir el certificado de la empresa: se cifró con otra llave maestra, o está dañado. Impórtelo de nuevo.',
    CHANGED_MEANWHILE: 'El comprobante cambió en este momento. Revíselo y decida de nuevo.',
    CONDITIONAL_FAULTS:
      'La DGII aceptaría el comprobante solo condicionalmente. Corríjalo o confirme que se emite así.',
    ENCF_BEING_ANNULLED: 'Ya se pidió a la DGII la anulación de ese e-NCF.',
    ENCF_EXISTS: 'Ya existe un comprobante con ese e-NCF.',
    ENVIRONMENT_CHANGED_MEANWHILE: 'Otra persona cambió el ambiente en este momento. Revíselo.',
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
    PRODUCTION_NOT_ALLOWED: 'Producción exige dos consentimientos: el del servicio y el de la empresa.',
    RECEIVED_CHANGED: 'Otro comprobante tomó este número: revise el que se muestra ahora y decida de nuevo.',
    REFERENCE_USED:
      'Este formulario ya tomó otro e-NCF, y ese comprobante puede estar en camino. Búsquelo antes de emitir otro.',
    REPETITION_NEEDED:
      'Hay números del archivo que ya se usaron. Para enviarlos otra vez, escriba una nota y elija cuáles.',
    RUN_ALREADY_STARTED: 'La corrida ya se inició. Para enviarla otra vez, repítala.',
    RUN_CHANGED: 'La corrida cambió en este momento. Revísela e intente de nuevo.',
    RUN_HAS_FAULTS: 'El archivo tiene filas que la DGII rechazaría. No se envió nada.',
    RUN_NOT_PAUSED: 'La corrida no está en pausa.',
    RUN_NOT_RUNNING: 'La corrida no está en curso.',
    RUN_UNDER_WAY: 'Otra corrida de la empresa está en curso. Espere a que termine o páusela.',
    SEALED_EXPIRED: 'El archivo se cifró hace demasiado tiempo y ya no vale. Elíjalo de nuevo.',
    SEALED_USED:
      'Este envío ya se usó una vez. Recargue la página, mire si el certificado está en la lista y, si no, elija el archivo de nuevo.',
    SEAL_KEY_UNKNOWN: 'La llave de esta página ya no vale. Recargue la página y elija el archivo de nuevo.',
    TOO_EARLY: 'El cambio de origen todavía no puede terminar: la emisión se detiene durante un minuto.',
  },
  503: {
    CHANGE_UNCONFIRMED:
      'El servicio no confirmó el cambio: pudo hacerse o no. Recargue la página y mire si está hecho antes de intentar de nuevo.',
    WORKER_SILENT: 'El servicio no respondió a tiempo. Intente de nuevo en un momento.',
  },
} as const;
