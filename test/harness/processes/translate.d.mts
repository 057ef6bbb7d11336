/** Answers a new folder with the translated files of `folder` (below the repository root); the caller removes it. */
export function translate(folder: string, files?: readonly string[]): string;
