/** The operator's command line: `node dist/src/cli/main.js …`. In development, `npm run --silent cli -- …` adds the demo's commands. */
import { runOnTerminal } from './on-terminal.js';

await runOnTerminal();
