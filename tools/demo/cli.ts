/** `npm run --silent cli -- …`: the operator's command line plus the commands of the embedded stack's demo. */
import { readStackConfig } from '../stack/stack-config.js';
import { runOnTerminal } from '../../src/cli/on-terminal.js';
import { demoCommands } from './demo-command.js';

await runOnTerminal((program, run) => demoCommands(program, run, () => readStackConfig(process.env)));
