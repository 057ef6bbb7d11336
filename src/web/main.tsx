/** Starts the web application in the browser. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { ApiError } from './api/api-error.js';
import { router } from './router.js';
import { speakSpanish } from './shared/validity-words.js';
import { showChosenTheme } from './shell/theme.js';
import './style/tokens.css';
import './style/base.css';
import './style/parts.css';
import './style/shell.css';
import './style/screens.css';
import './style/menu.css';
import './style/list.css';

const retriesMax = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Without a network too: the page must say that the service does not answer, and the service may run on this machine.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal would come again; a lost connection or a busy service may recover in a moment.
      retry: (failures, error) =>
        failures < retriesMax && error instanceof ApiError && isPassing(error.status),
    },
  },
});

function isPassing(status: number): boolean {
  return status === 0 || status === 503;
}

showChosenTheme();
speakSpanish();

const app = document.getElementById('app');
if (app === null) throw new Error('index.html has no element for the application');
createRoot(app).render(
  <StrictMode>
    <I18nProvider locale="es-ES">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
