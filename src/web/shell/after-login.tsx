/** Where the service sends a link that was opened without a session: the frame asks for the login, then the document opens. */
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Loading } from '../parts/notice.js';

const route = getRouteApi('/frame/abrir');

/** Only documents of this service. A link must not lead anywhere else through here. */
const ours = '/app/api/';

export function addressIn(search: Record<string, unknown>): { readonly documento: string } {
  const { documento } = search;
  return { documento: typeof documento === 'string' && documento.startsWith(ours) ? documento : '/app/' };
}

export function AfterLogin() {
  const { documento } = route.useSearch();
  // The back button then returns to where the person came from.
  useEffect(() => location.replace(documento), [documento]);
  return <Loading />;
}
