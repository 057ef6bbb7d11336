/**
 * Whether somebody who guesses passwords would soon try this one. The estimator zxcvbn-ts decides, with lists on this machine.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { inThreadPool, type PasswordWork } from '../../shared/passwords.js';

export interface PasswordToJudge {
  readonly password: string;
  /** Words that somebody who guesses tries first: the e-mail address, the user's name, the company. */
  readonly about: readonly string[];
}

export interface NewPasswordWork extends PasswordWork {
  readonly isGuessable: (asked: PasswordToJudge) => Promise<boolean>;
}

/** The first characters that are judged. The estimator takes a tenth of a second for these, and much longer for more. */
const judgedMax = 32;
/**
 * Guesses within which the password would be found. A guess against a stolen hash takes 0.2 s (passwords.ts), so these take a processor six
 * years. Four words, or twelve characters by chance, are far beyond it.
 */
const guessesMin = 1e9;
const ownWords = ['comprobante', 'comprobantes', 'dgii', 'ecf', 'emisor', 'factura', 'facturacion', 'fiscal'];

let estimator: Promise<ZxcvbnFactory> | undefined;

export async function isGuessable({ password, about }: PasswordToJudge): Promise<boolean> {
  estimator ??= createEstimator();
  const words = [...ownWords, ...about.flatMap((text) => [text, ...text.split(/[\s@._,-]+/)])];
  const { guesses } = (await estimator).check(
    password,
    words.filter((word) => word !== ''),
  );
  return guesses < guessesMin;
}

/** The lists take 30 MB, so they are loaded at the first use. */
async function createEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, spanish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
  ]);
  return new Factory({
    dictionary: { ...common.dictionary, ...spanish.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: judgedMax,
  });
}

export const inThisProcess: NewPasswordWork = { ...inThreadPool, isGuessable };
