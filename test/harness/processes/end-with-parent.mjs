/**
 * Loaded into every Node process that a test starts (`node --import`): it ends when the process that started it is gone,
 * even by kill -9. The channel between them closes then, whatever state either is in.
 */
import process from 'node:process';

process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The channel must not keep a process alive that has nothing more to do.
process.channel?.unref();
