/** Who runs a command, as a voucher's record stores it. */
import { hostname, userInfo } from 'node:os';

const charsMax = 100;

/** The operating system's user and this machine's name; under `sudo`, the user who called it, if sudo passes the name on. */
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
