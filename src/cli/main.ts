/** The operator's command line: `node dist/src/cli/main.js …`. In development: `npm run --silent cli -- …`, with the demo. */
import { runOnTerminal } from './on-terminal.js';

await runOnTerminal();
