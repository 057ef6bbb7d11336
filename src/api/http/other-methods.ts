/** The end of a path's routes: refuses every method that none of them has. */
import type { RequestHandler } from 'express';
import { ServiceError } from '../../shared/errors.js';

export function refuseOtherMethods(methods: readonly string[]): RequestHandler {
  const named = methods.map((method) => method.toUpperCase());
  const allowed = named.includes('GET') ? [...named, 'HEAD'] : named;
  return (req, res, next) => {
    // An allowed method is that of another route with the same path, which follows.
    if (allowed.includes(req.method)) {
      next();
      return;
    }
    res.set('Allow', allowed.join(', '));
    throw new ServiceError('METHOD_NOT_ALLOWED');
  };
}
