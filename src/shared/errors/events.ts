/** Errors about events. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const eventErrors = {
  EVENTS_CURSOR_EXPIRED: {
    status: 410,
    api: 'El cursor ya no sirve: los eventos que le siguen ya no se guardan, o son de otro ambiente. Empiece de nuevo sin after.',
    cli: 'El cursor ya no sirve: los eventos que le siguen ya no se guardan, o es de otra empresa u otro ambiente. Empiece sin --cursor.',
    help: 'Los eventos se guardan 90 días, y `after` es más antiguo; o la empresa pasó a otro ambiente. Pida `events` sin `after`, y revise con `documents` lo que se perdió. `data.oldest` es el evento más antiguo.',
  },
} as const satisfies ErrorRows;
