/** With ECF_WEB=off the api has no web application (boot/api-role.ts gives it none): nothing under /app is there. */
import { startApi } from '../harness.js';

test.each(['/app/', '/app/empresas/1/empresa', '/app/api/session'])('%s is unknown', async (path) => {
  const api = await startApi();
  const answer = await api.call('GET', path);
  expect([answer.status, answer.body.data['code']]).toEqual([404, 'NOT_FOUND']);
  expect(answer.headers['set-cookie']).toBeUndefined();
});
