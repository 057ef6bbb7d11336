/** The service sends a document's link here when the browser has no session. The frame asks for the login, and then the document opens. */
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Loading } from '../parts/notice.js';

const route = getRouteApi('/frame/abrir');

/** Only documents of this service, so that a link cannot lead to another site through this page. */
const ours = '/app/api/';

export function addressIn(search: Record<string, unknown>): { readonly documento: string } {
  const { documento } = search;
  return { documento: typeof documento === 'string' && documento.startsWith(ours) ? documento : '/app/' };
}

export function AfterLogin() {
  const { documento } = route.useSearch();
  // `replace` keeps this page out of the history, so the back button returns to where the person came from.
  useEffect(() => location.replace(documento), [documento]);
  return <Loading />;
}
