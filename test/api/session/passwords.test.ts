/** Password hashes. */
import { hashPassword, nobodysHash, verifyPassword } from '../../../src/shared/passwords.js';

test('a password matches its own hash only', async () => {
  const stored = await hashPassword('contraseña');
  expect(stored).toMatch(/^scrypt\$32768\$8\$3\$[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+$/);
  expect(await verifyPassword('contraseña', stored)).toBe(true);
  expect(await verifyPassword('contraseña'.normalize('NFD'), stored)).toBe(true);
  expect(await verifyPassword('contrasena', stored)).toBe(false);
  expect(await hashPassword('contraseña')).not.toBe(stored);
});

test('a hash with smaller parameters still verifies', async () => {
  const stored =
    'scrypt$16$1$1$c2FsdHNhbHRzYWx0c2FsdA==$' +
    (await import('node:crypto'))
      .scryptSync('x', 'saltsaltsaltsalt', 32, { N: 16, r: 1, p: 1 })
      .toString('base64');
  expect(await verifyPassword('x', stored)).toBe(true);
});

test('no password matches the hash that we check when the user does not exist', async () => {
  expect(await verifyPassword('', nobodysHash)).toBe(false);
});

test.each([
  '',
  'plain',
  'scrypt$9999999$8$3$AAAA$AAAA',
  'scrypt$32768$8$3$AAAA$AAAA',
  'scrypt$32768$99$3$AAAA$AAAA',
])('a stored text that is not one of our hashes is a defect: %p', async (stored) => {
  await expect(verifyPassword('x', stored)).rejects.toThrow('Not a password hash');
});
