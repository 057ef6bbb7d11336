package ecf

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// EventPage es una página de eventos.
type EventPage struct {
	Events []Event
	// Cursor: desde aquí sigue la página siguiente. Guárdelo cuando haya hecho los eventos de esta.
	Cursor string
}

// EventOptions dice qué eventos.
type EventOptions struct {
	// After es el Cursor guardado; vacío, desde el evento más antiguo que se conserva.
	After string
	// Types: solo estos tipos.
	Types []string
	// Limit: eventos por página, hasta 500.
	Limit int
	// Wait: si no hay eventos, el servicio espera uno hasta tanto, 25 s como máximo.
	Wait time.Duration
}

// The service waits at most so long for an event.
const eventWaitMax = 25 * time.Second

// EventPage da una página, que puede estar vacía.
func (c *Client) EventPage(ctx context.Context, options EventOptions) (*EventPage, error) {
	values := query("after", options.After, "types", strings.Join(options.Types, ","))
	if options.Limit > 0 {
		values.Set("limit", strconv.Itoa(options.Limit))
	}
	if options.Wait > 0 {
		values.Set("wait", strconv.Itoa(int(options.Wait.Seconds())))
	}
	page := EventPage{}
	call := Call{Method: http.MethodGet, Path: "/events", Query: values, Repeatable: true, Wait: options.Wait}
	header, err := c.transport.json(ctx, call, &page.Events)
	if err != nil {
		return nil, err
	}
	page.Cursor = header.Get("X-Next-Cursor")
	if page.Cursor == "" {
		return nil, &Error{Code: CodeAnswerInvalid, Message: "La página no trae cursor."}
	}
	return &page, nil
}

// LatestEvent da el cursor de este momento: desde él solo vienen los eventos que ocurran después.
func (c *Client) LatestEvent(ctx context.Context) (string, error) {
	page, err := c.EventPage(ctx, EventOptions{After: "latest", Limit: 1})
	if err != nil {
		return "", err
	}
	return page.Cursor, nil
}

// EventPages recorre las páginas que ya hay, hasta la última.
func (c *Client) EventPages(ctx context.Context, options EventOptions) iter.Seq2[*EventPage, error] {
	options.Wait = 0
	return c.eventPages(ctx, options, false)
}

// FollowEvents recorre las páginas que hay y las que vengan, sin fin: termina con ctx o con break.
func (c *Client) FollowEvents(ctx context.Context, options EventOptions) iter.Seq2[*EventPage, error] {
	options.Wait = eventWaitMax
	return c.eventPages(ctx, options, true)
}

func (c *Client) eventPages(ctx context.Context, options EventOptions, endless bool) iter.Seq2[*EventPage, error] {
	return func(yield func(*EventPage, error) bool) {
		for {
			page, err := c.EventPage(ctx, options)
			if err != nil {
				yield(nil, err)
				return
			}
			if len(page.Events) > 0 && !yield(page, nil) {
				return
			}
			// A page without events of these types may come before others: only a cursor that stays says that there are no more.
			if !endless && page.Cursor == options.After {
				return
			}
			options.After = page.Cursor
		}
	}
}

// A worker makes the secret, and in a test it also waits for the answer of the address.
const workerWait = 20 * time.Second

// Webhooks da los webhooks de la empresa en su ambiente.
func (c *Client) Webhooks(ctx context.Context) ([]Webhook, error) {
	found, err := fetch[[]Webhook](ctx, c, get("/webhooks", nil))
	if err != nil {
		return nil, err
	}
	return *found, nil
}

// CreateWebhook hace un webhook. Guarde Secret: se muestra solo esta vez. No se repite tras una respuesta perdida, porque haría otro.
func (c *Client) CreateWebhook(ctx context.Context, order WebhookRequest) (*WebhookWithSecret, error) {
	return fetch[WebhookWithSecret](ctx, c, Call{Method: http.MethodPost, Path: "/webhooks", Body: order, Wait: workerWait})
}

// Webhook da un webhook.
func (c *Client) Webhook(ctx context.Context, id string) (*Webhook, error) {
	return fetch[Webhook](ctx, c, get(webhookPath(id, ""), nil))
}

// UpdateWebhook lo cambia.
func (c *Client) UpdateWebhook(ctx context.Context, id string, changes WebhookChanges) (*Webhook, error) {
	return fetch[Webhook](ctx, c, Call{Method: http.MethodPatch, Path: webhookPath(id, ""), Body: changes, Repeatable: true})
}

// DeleteWebhook lo elimina. Uno que ya no existe no es un error: así se puede repetir.
func (c *Client) DeleteWebhook(ctx context.Context, id string) error {
	_, err := c.transport.request(ctx, Call{Method: http.MethodDelete, Path: webhookPath(id, ""), Repeatable: true})
	var refused *Error
	if errors.As(err, &refused) && refused.Status == http.StatusNotFound {
		return nil
	}
	return err
}

// WebhookDeliveries recorre lo que se le entregó o no, lo más reciente primero; pide página por página.
func (c *Client) WebhookDeliveries(ctx context.Context, id string, filters url.Values) iter.Seq2[WebhookDelivery, error] {
	return pages[WebhookDelivery](ctx, c, webhookPath(id, "/deliveries"), filters)
}

// RedeliverEvent envía de nuevo un evento.
func (c *Client) RedeliverEvent(ctx context.Context, id, eventID string) error {
	_, err := fetch[map[string]any](ctx, c, Call{
		Method: http.MethodPost, Path: webhookPath(id, "/redeliver"), Body: map[string]string{"eventId": eventID}, Repeatable: true,
	})
	return err
}

// RecoverEvents envía de nuevo lo que no se entregó desde esa hora, y dice cuántos son.
func (c *Client) RecoverEvents(ctx context.Context, id string, since time.Time) (int, error) {
	done, err := fetch[struct{ Retried int }](ctx, c, Call{
		Method: http.MethodPost, Path: webhookPath(id, "/recover"), Repeatable: true,
		Body: map[string]string{"since": since.UTC().Format("2006-01-02T15:04:05.000Z")},
	})
	if err != nil {
		return 0, err
	}
	return done.Retried, nil
}

// TestWebhook envía un evento de prueba y dice qué respondió la dirección.
func (c *Client) TestWebhook(ctx context.Context, id string) (*WebhookTest, error) {
	return fetch[WebhookTest](ctx, c, Call{Method: http.MethodPost, Path: webhookPath(id, "/test"), Wait: workerWait})
}

// RotateWebhookSecret hace otro secreto; el anterior firma también durante graceHours horas. Con nil, las que el servicio da de ordinario.
func (c *Client) RotateWebhookSecret(ctx context.Context, id string, graceHours *int) (*WebhookWithSecret, error) {
	body := map[string]int{}
	if graceHours != nil {
		body["graceHours"] = *graceHours
	}
	return fetch[WebhookWithSecret](ctx, c, Call{
		Method: http.MethodPost, Path: webhookPath(id, "/rotate-secret"), Body: body, Wait: workerWait,
	})
}

func webhookPath(id, rest string) string {
	return "/webhooks/" + url.PathEscape(id) + rest
}
