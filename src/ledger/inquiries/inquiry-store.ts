/** Keeps questions to DGII and their answers for an hour. Nothing else stores them: a workflow knows only the question's id. */
import { hourMs } from '../../ecf/durations.js';
import type { Collections } from '../collections.js';
import type { Inquiry } from './inquiries.js';

export type Inquiries = ReturnType<typeof createInquiries>;

/** The client waits only seconds. The hour helps an operator who investigates an error. */
const keptMs = hourMs;

/** The content has served its purpose when a worker has read it, or when nobody waits for the answer any more. */
const content = { 'about.wrappedKey': '', 'about.sealed': '', 'about.xml': '' } as const;

export function createInquiries({ inquiries }: Collections) {
  return {
    /** @param inquiry its id is a new UUID */
    putInquiry: async ({ id, ...rest }: Inquiry, now: Date) => {
      await inquiries.insertOne({ _id: id, ...rest, expireAt: new Date(now.getTime() + keptMs) });
    },

    findInquiry: async (id: string): Promise<Inquiry | undefined> => {
      const found = await inquiries.findOne({ _id: id });
      if (found === null) return undefined;
      const { _id, expireAt: _expireAt, claimed: _claimed, ...rest } = found;
      return { id: _id, ...rest } as Inquiry;
    },

    /**
     * A worker claims a question before it changes something, and the asker before it says that nothing was changed. Only the first of them
     * gets true, so a change never follows an answer that denied it. A worker that tries again gets false too: between its tries another
     * person may have changed the same thing. So nobody needs the content after the claim.
     */
    claimInquiry: async (id: string): Promise<boolean> => {
      const { modifiedCount } = await inquiries.updateOne(
        { _id: id, claimed: { $exists: false } },
        { $set: { claimed: true }, $unset: content },
      );
      return modifiedCount === 1;
    },

    /** Keeps the first answer and ignores later ones. */
    answerInquiry: async (id: string, answer: NonNullable<Inquiry['answer']>) => {
      const change = { $set: { answer }, $unset: content };
      await inquiries.updateOne({ _id: id, answer: { $exists: false } }, change);
    },
  };
}
