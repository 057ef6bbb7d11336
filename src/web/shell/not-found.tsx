/** The page for an address that does not exist, and the page for a screen that crashed. */
import { Link } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.js';
import { reachService } from '../api/connection.js';
import { es } from '../es.js';
import { Button } from '../parts/button.js';
import { Notice } from '../parts/notice.js';
import { Page } from '../parts/page.js';
import { useAction } from '../parts/use-action.js';

export function NotFound() {
  return (
    <Page title={es.errors.notFoundTitle}>
      <Notice tone="warn">{es.errors.notFound}</Notice>
      <p>
        <Link to="/">{es.errors.toStart}</Link>
      </p>
    </Page>
  );
}

/** For an address outside the application's frame. */
export function NotFoundOutside() {
  return (
    <main className="outside">
      <div className="card">
        <NotFound />
      </div>
    </main>
  );
}

export function Broken({ error }: { readonly error: unknown }) {
  const again = useAction(reachService, () => location.reload());
  const isUnreachable = error instanceof ApiError || again.error !== undefined;
  return (
    <Page title={es.errors.title}>
      <Notice tone="bad" urgent>
        {isUnreachable ? es.errors.notLoaded : es.errors.crashed}
      </Notice>
      <div>
        <Button pending={again.pending} onPress={() => void again.run(undefined)}>
          {es.errors.reload}
        </Button>
      </div>
    </Page>
  );
}
