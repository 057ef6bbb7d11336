/** Who gives a command, as the record of a voucher keeps it. */
import { hostname, userInfo } from 'node:os';

const charsMax = 100;

/** The user of the operating system, the one before `sudo` where it tells, at this machine. */
export function operatorOf(env: Readonly<Record<string, string | undefined>>): string {
  const name = env['SUDO_USER'] ?? nameOfUser();
  return `${name}@${hostname()}`.slice(0, charsMax);
}

/** A container's user may have no name. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'desconocido'}`;
  }
}
