/** `npm run --silent cli -- …`: the operator's command line plus the commands of the embedded stack's demo. */
import { readConfig } from '../../src/boot/config.js';
import { runOnTerminal } from '../../src/cli/on-terminal.js';
import { demoCommands } from './demo-command.js';

await runOnTerminal((program, run) => demoCommands(program, run, () => readConfig(process.env)));
