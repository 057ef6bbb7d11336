/** The operator's command line: `node dist/src/cli/main.js …`. On a developer's machine `npm run --silent cli -- …` has the demo's commands too. */
import { runOnTerminal } from './on-terminal.js';

await runOnTerminal();
