/** Declares commands: each is one object with its words, what it takes and what it does. Commander parses, and writes the help. */
import { Argument, Option, type Command } from 'commander';
import type { ChangingContext, CliContext, Run } from './context.js';
import type { Result } from './terminal/result.js';
import { inSpanish, withHelpCommand } from './terminal/spanish.js';

export type Define = (parent: Command, run: Run) => void;

/** An argument or option. `value` exists only as a type: what the command receives. */
export interface Part<Value> {
  readonly part: Argument | Option;
  readonly value?: Value;
}

interface SurePart<Value> extends Part<Value> {
  readonly sure: true;
}

export type Parts = Readonly<Record<string, Part<unknown>>>;

/** What a command receives: one member for each part. An option without a value is absent. */
export type Values<P extends Parts> = {
  readonly [K in keyof P as P[K] extends SurePart<unknown> ? K : never]: ValueOf<P[K]>;
} & { readonly [K in keyof P as P[K] extends SurePart<unknown> ? never : K]?: ValueOf<P[K]> };

type ValueOf<P> = P extends Part<infer Value> ? Value : never;

interface Declaration<P extends Parts> {
  readonly name: string;
  readonly does: string;
  readonly example: string;
  readonly more?: string;
  /** Arguments are in the order of the command line. */
  readonly takes: P;
}

interface Reading<P extends Parts> extends Declaration<P> {
  readonly changes?: never;
  readonly work: (context: CliContext, values: Values<P>) => Promise<Result>;
}

/** It changes something, after `begin` has written the act into the audit log. */
interface Changing<P extends Parts> extends Declaration<P> {
  /** The action's name in the audit log: that of the web application, if people can do the same there. */
  readonly changes: string;
  readonly work: (context: ChangingContext, values: Values<P>) => Promise<Result>;
}

export interface CommandNotes {
  readonly example: string;
  readonly more: string;
  readonly changes: string | undefined;
}

const notes = new WeakMap<Command, CommandNotes>();

/** Undefined for a group of commands. */
export const notesOf = (command: Command): CommandNotes | undefined => notes.get(command);

export function command<P extends Parts>({
  name,
  does,
  example,
  more = '',
  takes,
  changes,
  work,
}: Reading<P> | Changing<P>): Define {
  return (parent, run) => {
    const declared = inSpanish(parent.command(name).description(does));
    const own = { example, more, changes };
    notes.set(declared, own);
    declared.addHelpText('after', helpAfter(wordsOf(declared), own));
    for (const { part } of Object.values(takes)) {
      if (part instanceof Option) declared.addOption(part);
      else declared.addArgument(part);
    }
    declared.action(() => run((context) => work(context, valuesOf(declared, takes)), changes));
  };
}

function helpAfter(words: string, { example, more, changes }: CommandNotes): string {
  return [
    ...(more === '' ? [] : ['', more]),
    ...['', `Ejemplo: ${words} ${example}`.trimEnd()],
    ...(changes === undefined ? [] : ['', `Queda en la auditoría: ${changes}.`]),
  ].join('\n');
}

/** `company origin set`: without the program's own name. */
export function wordsOf(one: Command): string {
  return one.parent === null ? '' : `${wordsOf(one.parent)} ${one.name()}`.trimStart();
}

/** A group alone shows its help. */
export function group(name: string, does: string, members: readonly Define[]): Define {
  return (parent, run) => {
    const noun = withHelpCommand(inSpanish(parent.command(name).description(does)));
    for (const define of members) define(noun, run);
  };
}

function valuesOf<P extends Parts>(declared: Command, takes: P): Values<P> {
  const given = [...(declared.processedArgs as unknown[])];
  const options = declared.opts<Record<string, unknown>>();
  const values = Object.entries(takes).map(([key, { part }]) => [
    key,
    part instanceof Option ? options[part.attributeName()] : given.shift(),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Values<P>;
}

/** The allowed texts, or a function that parses the text or throws an error that says what was expected. */
type Expected<Value> = readonly Value[] | ((text: string, earlier?: Value) => Value);

export function argument<Value>(name: string, about: string, expected: Expected<Value>): SurePart<Value> {
  return { part: parsed(new Argument(name, about), expected), sure: true };
}

export function option<Value>(flags: string, about: string, expected: Expected<Value>): Part<Value> {
  return { part: parsed(new Option(flags, about), expected) };
}

export function required<Value>(flags: string, about: string, expected: Expected<Value>): SurePart<Value> {
  return { part: parsed(new Option(flags, about), expected).makeOptionMandatory(), sure: true };
}

export function withDefault<Value>(
  flags: string,
  about: string,
  expected: Expected<Value>,
  value: Value,
): SurePart<Value> {
  return { part: parsed(new Option(flags, about), expected).default(value), sure: true };
}

/** @param conflicts the name of a flag that does not go with this one */
export function flag(flags: string, about: string, conflicts: readonly string[] = []): SurePart<boolean> {
  const part = new Option(flags, about).conflicts([...conflicts]);
  return { part: part.negate ? part : part.default(false), sure: true };
}

function parsed<P extends Argument | Option, Value>(part: P, expected: Expected<Value>): P {
  if (typeof expected === 'function') part.argParser(expected);
  else part.choices(expected as readonly string[]);
  return part;
}
