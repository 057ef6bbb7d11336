/** The month that a request names. */
import { monthFrom, startOfMonth } from '../../ecf/model/dates.js';
import type { WebRequest } from '../web/web-route.js';

export const monthPath = '/companies/:companyId/:environment/months/:month';

/** The contract admits only AAAA-MM. */
export function monthOf({ params }: Pick<WebRequest, 'params'>) {
  const month = params['month'] ?? '';
  return { month, from: new Date(startOfMonth(month)), before: new Date(startOfMonth(monthFrom(month, 1))) };
}
