/** The scopes of keys in the order of the page. The contract names each of them, so a scope without words does not compile. */
import type { KeyScope } from '../../api/answers.js';
import { keys as keysTexts } from '../../texts/keys.js';

export const scopeList = Object.keys(keysTexts.scopes) as KeyScope[];
