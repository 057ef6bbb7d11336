/** Types for tests: see memory.mjs. */
export declare function collectedBytes(dir: string, pid: number): number | undefined;
