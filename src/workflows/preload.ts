/**
 * A worker loads this module once, before its first run. Without it, each run would load the modules of the workflows again.
 * All runs share these modules, so none of them may keep state.
 */
import './workflows.js';

// The SDK captures a stack for each promise of a run. Long stacks took a quarter of the workflow thread's time. They served only
// the page "Call Stack" of Temporal's Web UI; the run's current details say what a voucher waits for. An error still names the line
// that threw it.
Error.stackTraceLimit = 1;
