/** What the composition root passes to the web application in addition to what the api gets. */
import type { OperatorDeps } from '../../services/deps.js';

export interface WebConfig {
  readonly secrets: readonly { readonly kid: string; readonly secret: string }[];
  /** The address of Temporal's Web UI for people; null if they have no access to it. */
  readonly temporalUiUrl: string | null;
  /** What DGII's portal asks for of the receiver's addresses, such as `ecf.example.do`; null if it is not known (`receiverMiddle`). */
  readonly receiverMiddle: string | null;
  readonly demo: boolean;
}

export interface WebDeps {
  readonly config: WebConfig;
  readonly operator: OperatorDeps;
  /** Whether any worker takes tasks now. Answers within seconds and never rejects. */
  readonly areWorkersPolling: () => Promise<boolean>;
}
