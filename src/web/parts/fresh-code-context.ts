/** How an action asks for a fresh code of the second factor. The shell provides the dialog. */
import { createContext } from 'react';

/** Resolves to false if the person closes the dialog. */
export const FreshCode = createContext<() => Promise<boolean>>(() => Promise.resolve(false));
