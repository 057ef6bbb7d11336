/** The demo's receiver of events: each of its companies has a webhook that leads to it, and it prints each event that verifies. */
import { call } from './demo-http.js';
import { startReceiver, type ReceivedEvent, type Receiver } from '../receiver/receiver.js';

/** By it a later demo finds the webhooks of one that was killed. Its receiver is gone. */
const description = 'Receptor de la demostración';

export interface DemoEvents {
  readonly url: string;
  /** @returns the code of the refusal, if any */
  watch(token: string): Promise<string | undefined>;
  /** Resolves when an event about each voucher has arrived, or after the time. @returns the e-NCF whose event is missing */
  arrived(encfs: readonly string[], withinMs: number): Promise<readonly string[]>;
  /** Removes the webhooks, so that the service does not go on calling a receiver that is gone. */
  stop(): Promise<void>;
}

export async function startDemoEvents(apiUrl: string, print: (line: string) => void): Promise<DemoEvents> {
  const secrets = new Map<string, string>();
  const webhooks: { readonly at: string; readonly headers: Record<string, string> }[] = [];
  const seen = new Set<string>();
  let heard: () => void = () => undefined;
  const receiver: Receiver = await startReceiver({
    port: 0,
    secretFor: (path) => secrets.get(path),
    received: (event) => {
      // A retry has the same id.
      if (seen.has(event.id)) return;
      seen.add(event.id);
      const { encf, line } = shown(event);
      if (encf !== undefined) seen.add(encf);
      print(line);
      heard();
    },
  });

  return {
    url: receiver.url,

    watch: async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      const all = `${apiUrl}/api/v2/webhooks`;
      const { data: earlier } = await call(all, { method: 'GET', headers });
      for (const { id, description: about } of earlier as readonly { id: string; description: string }[])
        if (about === description) await call(`${all}/${id}`, { method: 'DELETE', headers });
      const path = `/${webhooks.length + 1}`;
      const body = { url: new URL(path, receiver.url).href, description };
      const { procesado, data } = await call(all, { headers, body });
      const { id, secret, code } = data as Readonly<Record<'id' | 'secret' | 'code', string>>;
      if (procesado !== true) return code;
      secrets.set(path, secret);
      webhooks.push({ at: `${all}/${id}`, headers });
      return undefined;
    },

    arrived: async (encfs, withinMs) => {
      const missing = () => encfs.filter((encf) => !seen.has(encf));
      const over = AbortSignal.timeout(withinMs);
      while (missing().length > 0 && !over.aborted)
        await new Promise<void>((resolve) => {
          heard = resolve;
          over.addEventListener('abort', () => resolve(), { once: true });
        });
      return missing();
    },

    stop: async () => {
      await Promise.all(
        webhooks.map(({ at, headers }) =>
          // The service may be gone already. The next demo removes the webhook then.
          call(at, { method: 'DELETE', headers }).catch(() => undefined),
        ),
      );
      await receiver.stop();
    },
  };
}

function shown({ id, text }: ReceivedEvent): { readonly encf?: string; readonly line: string } {
  const { type, data } = JSON.parse(text) as { type: string; data: { ecf?: string; status?: string } };
  const about = [data.ecf, data.status].filter((one) => one !== undefined).join(' ');
  return { ...(data.ecf !== undefined && { encf: data.ecf }), line: `Evento ${type} ${about} (${id})` };
}
