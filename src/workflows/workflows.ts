/** What a worker serves: the entry of the workflow bundle. */
export { deliverToBuyer } from './deliver-to-buyer.js';
export { annulRanges } from './annul-ranges.js';
export { inquiry } from './inquiry.js';
export { issueEcf } from './issue-ecf.js';
export { refreshRegistry } from './refresh-registry.js';
export { receive } from './receive.js';
