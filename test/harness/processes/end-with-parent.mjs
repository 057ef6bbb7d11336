/**
 * Loaded into every Node process that a test starts (`node --import`): the process ends when its parent is gone, even by
 * kill -9, because the channel between them then closes in any case.
 *
 * Plain JavaScript, because Node loads this file itself, and test/ is not built.
 */
import process from 'node:process';

process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The channel must not keep a process alive that has finished its work.
process.channel?.unref();
