// Package ecf es el cliente del servicio de emisión de e-CF.
package ecf

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Voucher es un comprobante con los campos de la DGII, por ejemplo map[string]any{"ECF": …} o un json.RawMessage. Escriba los montos como
// json.Number o como enteros: así nunca se redondean.
type Voucher any

// Credentials son las de un usuario de la empresa.
type Credentials struct {
	Usuario string `json:"usuario"`
	Clave   string `json:"clave"`
	// RNC es el de la empresa.
	RNC string `json:"rnc"`
}

// Options dice dónde está el servicio y con qué credencial se llama.
type Options struct {
	// URL, por ejemplo https://ecf.example.
	URL string
	// APIKey es una clave de API (ecf_…); o Login.
	APIKey string
	// Login es un usuario de la empresa. El cliente pide el token y lo renueva.
	Login *Credentials
	// Timeout es de un intento, sin contar lo que se pidió esperar al servicio; 30 s.
	Timeout time.Duration
	// Retries son los intentos después del primero; 6.
	Retries *int
	// RetryAfterMax: con un Retry-After mayor no se espera, es un error; 60 s.
	RetryAfterMax time.Duration
}

const (
	// The service waits so long in one request: proxies end longer ones.
	serverWaitMax = 25 * time.Second
	pollUsual     = 2 * time.Second
	pollMin       = 250 * time.Millisecond
	pollMax       = 15 * time.Second
	// The service waits 10 s for DGII.
	annulmentWait = 10 * time.Second
)

// Client llama al servicio en nombre de una empresa. Lo pueden usar varias goroutines a la vez.
type Client struct {
	transport *transport
}

// New hace un cliente.
func New(options Options) (*Client, error) {
	made, err := newTransport(options)
	if err != nil {
		return nil, err
	}
	return &Client{made}, nil
}

// IssueOptions son las de Issue y de Send.
type IssueOptions struct {
	// WaitForFinal es cuánto se espera el resultado final. Si no llega, Accepted es nil, y no es un error. Sin esto el servicio espera a que
	// esté firmado y entregado, como máximo 5 s.
	WaitForFinal *time.Duration
	// Condicional es bloquear o permitir: qué se hace con lo que la DGII aceptaría solo condicionalmente.
	Condicional string
	// CorrelationID es su número de documento; vuelve en la respuesta.
	CorrelationID string
	// IdempotencyKey es solo de Issue, y de una venta: guárdela antes de llamar, y repita con ella si su programa se detiene. Sin ella el
	// cliente hace una, y Error.IdempotencyKey la dice si no hubo respuesta.
	IdempotencyKey string
	// Totales: con calcular el servicio pone antes los montos.
	Totales string
	// Reenviar envía otra vez el mismo contenido, si el número quedó libre.
	Reenviar bool
}

func (o IssueOptions) query() url.Values {
	again := ""
	if o.Reenviar {
		again = "si"
	}
	return query("condicional", o.Condicional, "totales", o.Totales, "reenviar", again)
}

// Validate revisa un comprobante sin efecto alguno.
func (c *Client) Validate(ctx context.Context, voucher Voucher, condicional string) (*Validation, error) {
	return fetch[Validation](ctx, c, Call{
		Method: http.MethodPost, Path: "/dgii-ecf/validate", Query: query("condicional", condicional), Body: voucher, Repeatable: true,
	})
}

// Issue emite un comprobante sin número: el servicio pone el e-NCF y su vencimiento. Emite una sola vez, aunque una respuesta se pierda.
func (c *Client) Issue(ctx context.Context, voucher Voucher, options IssueOptions) (*SendData, error) {
	// It is made before the first attempt and stays the same in all of them.
	key := options.IdempotencyKey
	if key == "" {
		made, err := newKey()
		if err != nil {
			return nil, err
		}
		key = made
	}
	data, err := c.issued(ctx, options, Call{
		Method: http.MethodPost, Path: "/dgii-ecf/issue",
		Query:      options.query(),
		Headers:    map[string]string{"Idempotency-Key": key, "X-Correlation-Id": options.CorrelationID},
		Body:       voucher,
		Repeatable: true,
	})
	var failed *Error
	if errors.As(err, &failed) {
		failed.IdempotencyKey = key
	}
	return data, err
}

// Totals calcula los montos que las demás partes del comprobante deciden. No guarda nada.
func (c *Client) Totals(ctx context.Context, voucher Voucher) (*Totals, error) {
	return fetch[Totals](ctx, c, Call{Method: http.MethodPost, Path: "/dgii-ecf/totals", Body: voucher, Repeatable: true})
}

// Send emite un comprobante que ya tiene su número.
func (c *Client) Send(ctx context.Context, voucher Voucher, options IssueOptions) (*SendData, error) {
	return c.issued(ctx, options, Call{
		Method: http.MethodPost, Path: "/dgii-ecf/send",
		Query:      options.query(),
		Headers:    map[string]string{"X-Correlation-Id": options.CorrelationID},
		Body:       voucher,
		Repeatable: true,
	})
}

// Status dice cómo está un comprobante; environment vacío es el ambiente actual de la empresa.
func (c *Client) Status(ctx context.Context, encf, environment string) (*StatusData, error) {
	return fetch[StatusData](ctx, c, statusCall(encf, environment))
}

// WaitForFinal espera el resultado final de un comprobante emitido. Si no llega en ese tiempo, Accepted es nil, y no es un error.
func (c *Client) WaitForFinal(ctx context.Context, encf, environment string, wait time.Duration) (*StatusData, error) {
	deadline := time.Now().Add(wait)
	for {
		var data StatusData
		header, err := c.transport.json(ctx, statusCall(encf, environment), &data)
		if err != nil {
			return nil, err
		}
		left := time.Until(deadline)
		if data.Accepted != nil || left <= 0 {
			return &data, nil
		}
		asked := retryAfter(header)
		if asked == 0 {
			asked = pollUsual
		}
		if err := sleep(ctx, min(max(asked, pollMin), pollMax, left)); err != nil {
			return nil, err
		}
	}
}

// History dice lo que pasó con un comprobante en todos sus intentos.
func (c *Client) History(ctx context.Context, encf string) (*History, error) {
	return fetch[History](ctx, c, get("/dgii-ecf/document-history/"+url.PathEscape(encf), nil))
}

// Print da el PDF de la representación impresa; format es a4, letter, 80mm o 58mm.
func (c *Client) Print(ctx context.Context, encf, format string) ([]byte, error) {
	return c.bytes(ctx, "/dgii-ecf/document-print/"+url.PathEscape(encf), query("format", format))
}

// XML da el XML firmado, byte por byte.
func (c *Client) XML(ctx context.Context, encf string) ([]byte, error) {
	return c.bytes(ctx, "/dgii-ecf/document-xml/"+url.PathEscape(encf), nil)
}

// Documents recorre los comprobantes emitidos, los más recientes primero; pide página por página. filters son los parámetros de la lista,
// por ejemplo tipo, status o buscar.
func (c *Client) Documents(ctx context.Context, filters url.Values) iter.Seq2[ListedDocument, error] {
	return pages[ListedDocument](ctx, c, "/dgii-ecf/documents", filters)
}

// Next da el próximo e-NCF de un tipo. Dé siempre la referencia: con ella, una respuesta perdida se repite y el número es el mismo. Sin ella
// no se repite, porque consumiría otro número.
func (c *Client) Next(ctx context.Context, ecfType int, externalReference string) (*NextNumber, error) {
	body := map[string]any{"ecfType": ecfType}
	if externalReference != "" {
		body["externalReference"] = externalReference
	}
	return fetch[NextNumber](ctx, c, Call{
		Method: http.MethodPost, Path: "/ecf-sequences/next", Body: body, Repeatable: externalReference != "",
	})
}

// Sequences dice cómo están las secuencias, por tipo.
func (c *Client) Sequences(ctx context.Context) ([]Sequence, error) {
	found, err := fetch[[]Sequence](ctx, c, get("/ecf-sequences", nil))
	if err != nil {
		return nil, err
	}
	return *found, nil
}

// UnusedNumbers recorre los números reservados que no se han enviado.
func (c *Client) UnusedNumbers(ctx context.Context, filters url.Values) iter.Seq2[UnusedNumber, error] {
	return pages[UnusedNumber](ctx, c, "/ecf-sequences/unused", filters)
}

// Annul pide a la DGII la anulación de números que no se usarán.
func (c *Client) Annul(ctx context.Context, request AnnulmentRequest) (*Annulment, error) {
	return fetch[Annulment](ctx, c, Call{
		Method: http.MethodPost, Path: "/ecf-sequences/annulments", Body: request, Repeatable: true, Wait: annulmentWait,
	})
}

// Annulment dice cómo está una anulación.
func (c *Client) Annulment(ctx context.Context, id string) (*Annulment, error) {
	return fetch[Annulment](ctx, c, get("/ecf-sequences/annulments/"+url.PathEscape(id), nil))
}

// Annulments recorre las anulaciones que se pidieron.
func (c *Client) Annulments(ctx context.Context) iter.Seq2[ListedAnnulment, error] {
	return pages[ListedAnnulment](ctx, c, "/ecf-sequences/annulments", nil)
}

// ExternalStatus dice lo que la DGII tiene de un comprobante que emitió otro; los dos últimos pueden estar vacíos.
func (c *Client) ExternalStatus(ctx context.Context, rncEmisor, encf, rncComprador, codigoSeguridad string) (*ExternalStatus, error) {
	values := query("rncEmisor", rncEmisor, "encf", encf, "rncComprador", rncComprador, "codigoSeguridad", codigoSeguridad)
	return fetch[ExternalStatus](ctx, c, get("/dgii-ecf/external-status", values))
}

// Taxpayer dice quién es un contribuyente.
func (c *Client) Taxpayer(ctx context.Context, rnc string) (*Taxpayer, error) {
	return fetch[Taxpayer](ctx, c, get("/dgii-ecf/consult-rnc", query("rnc", rnc)))
}

// Received recorre los comprobantes que otros enviaron a la empresa.
func (c *Client) Received(ctx context.Context, filters url.Values) iter.Seq2[Received, error] {
	return pages[Received](ctx, c, "/ecf-received", filters)
}

// ReceivedVoucher da un comprobante recibido.
func (c *Client) ReceivedVoucher(ctx context.Context, rncEmisor, encf string) (*Received, error) {
	return fetch[Received](ctx, c, get(receivedPath(rncEmisor, encf), nil))
}

// ReceivedXML da el XML que envió el emisor, byte por byte.
func (c *Client) ReceivedXML(ctx context.Context, rncEmisor, encf string) ([]byte, error) {
	return c.bytes(ctx, receivedPath(rncEmisor, encf)+"/xml", nil)
}

// DecideReceived aprueba o rechaza un comprobante recibido.
func (c *Client) DecideReceived(ctx context.Context, rncEmisor, encf string, decision ApprovalRequest) (*Received, error) {
	return fetch[Received](ctx, c, Call{
		Method: http.MethodPost, Path: receivedPath(rncEmisor, encf) + "/approval", Body: decision, Repeatable: true,
	})
}

// RefusedReceptions recorre lo que otros enviaron y no se recibió, con el motivo.
func (c *Client) RefusedReceptions(ctx context.Context) iter.Seq2[RefusedReception, error] {
	return pages[RefusedReception](ctx, c, "/ecf-received/refused", nil)
}

// Do hace una operación que este cliente todavía no tiene, con los mismos reintentos; data recibe lo que trae el sobre.
func (c *Client) Do(ctx context.Context, call Call, data any) (http.Header, error) {
	return c.transport.json(ctx, call, data)
}

// issued sends, and asks for the state afterwards for as long as the caller waits.
func (c *Client) issued(ctx context.Context, options IssueOptions, call Call) (*SendData, error) {
	if options.WaitForFinal == nil {
		return fetch[SendData](ctx, c, call)
	}
	deadline := time.Now().Add(*options.WaitForFinal)
	call.Wait = min(*options.WaitForFinal, serverWaitMax)
	call.Query.Set("waitForFinal", strconv.FormatInt(call.Wait.Milliseconds(), 10)+"ms")
	first, err := fetch[SendData](ctx, c, call)
	if err != nil || first.Accepted != nil {
		return first, err
	}
	left := time.Until(deadline)
	if left <= 0 {
		return first, nil
	}
	// Not by sending again: if DGII rejects it meanwhile, the same content would start another attempt.
	last, err := c.WaitForFinal(ctx, first.Ecf, first.Environment, left)
	if err != nil {
		return nil, err
	}
	return merged(first, last), nil
}

// merged is the newer state in the form of the answer to the request.
func merged(first *SendData, last *StatusData) *SendData {
	return &SendData{
		Ecf: last.Ecf, Accepted: last.Accepted, Status: last.Status, SecurityCode: last.SecurityCode, TrackId: last.TrackId,
		AlreadyProcessed: first.AlreadyProcessed, SameContent: first.SameContent, CodigoDgii: last.CodigoDgii,
		Mensajes: last.Mensajes, SecuenciaUtilizada: last.SecuenciaUtilizada, FechaFirma: last.FechaFirma, QrUrl: last.QrUrl,
		Contingencia: last.Contingencia, ConsultaUrl: last.ConsultaUrl, Environment: last.Environment,
		CorrelationId: last.CorrelationId, Attempt: last.Attempt, Reason: last.Reason, Code: last.Code, Reenvio: last.Reenvio,
		Campo: last.Campo, Advertencias: first.Advertencias,
	}
}

func fetch[T any](ctx context.Context, c *Client, call Call) (*T, error) {
	var data T
	if _, err := c.transport.json(ctx, call, &data); err != nil {
		return nil, err
	}
	return &data, nil
}

func (c *Client) bytes(ctx context.Context, path string, values url.Values) ([]byte, error) {
	got, err := c.transport.request(ctx, get(path, values))
	if err != nil {
		return nil, err
	}
	return got.body, nil
}

// pages is a list as an iterator: it asks for the next page when the caller has taken the one before. An error is the last element.
func pages[T any](ctx context.Context, c *Client, path string, filters url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		values := url.Values{}
		for name, given := range filters {
			values[name] = given
		}
		for {
			var page []T
			header, err := c.transport.json(ctx, get(path, values), &page)
			if err != nil {
				yield(none, err)
				return
			}
			for _, one := range page {
				if !yield(one, nil) {
					return
				}
			}
			next := header.Get("X-Next-Cursor")
			if next == "" {
				return
			}
			// The same page again and again would have no end.
			if next == values.Get("cursor") {
				yield(none, &Error{Code: CodeAnswerInvalid, Message: "La lista no avanza."})
				return
			}
			values.Set("cursor", next)
		}
	}
}

func statusCall(encf, environment string) Call {
	return get("/dgii-ecf/document-status/"+url.PathEscape(encf), query("environment", environment))
}

func get(path string, values url.Values) Call {
	return Call{Method: http.MethodGet, Path: path, Query: values, Repeatable: true}
}

func receivedPath(rncEmisor, encf string) string {
	return "/ecf-received/" + url.PathEscape(rncEmisor) + "/" + url.PathEscape(encf)
}

// query makes parameters of pairs, without the empty ones.
func query(pairs ...string) url.Values {
	values := url.Values{}
	for at := 0; at+1 < len(pairs); at += 2 {
		if pairs[at+1] != "" {
			values.Set(pairs[at], pairs[at+1])
		}
	}
	return values
}

// newKey is a random UUID.
func newKey() (string, error) {
	var raw [16]byte
	if _, err := rand.Read(raw[:]); err != nil {
		return "", err
	}
	raw[6], raw[8] = raw[6]&0x0f|0x40, raw[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", raw[:4], raw[4:6], raw[6:8], raw[8:10], raw[10:]), nil
}
