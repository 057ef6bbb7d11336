package ecf

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	timeoutUsual       = 30 * time.Second
	retriesUsual       = 6
	retryAfterMaxUsual = 60 * time.Second
	// The first pause; each next one is twice as long, up to the longest.
	pauseFirst = 250 * time.Millisecond
	pauseMax   = 8 * time.Second
	// The largest answer is a page of a thousand vouchers, far below this. More is not from the service.
	answerBytesMax = 64 << 20
)

// Call es una solicitud. Se repite solo después de 429, de 503 o de una respuesta perdida, y después de las dos últimas solo si Repeatable.
type Call struct {
	Method string
	// Path va después de /api/v2.
	Path    string
	Query   url.Values
	Body    any
	Headers map[string]string
	// Repeatable: hacerla dos veces tiene el mismo efecto que hacerla una.
	Repeatable bool
	// Wait es lo que se pidió esperar al servicio.
	Wait time.Duration
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

type transport struct {
	base    string
	options Options
	http    *http.Client

	mutex sync.Mutex
	token string
}

func newTransport(options Options) (*transport, error) {
	if (options.APIKey == "") == (options.Login == nil) {
		return nil, errors.New("indique APIKey o Login, uno de los dos")
	}
	base, err := url.Parse(options.URL)
	if err != nil {
		return nil, err
	}
	if base.Scheme != "http" && base.Scheme != "https" {
		return nil, errors.New("URL no es de http ni de https")
	}
	if options.Timeout == 0 {
		options.Timeout = timeoutUsual
	}
	if options.Retries == nil {
		usual := retriesUsual
		options.Retries = &usual
	}
	if options.RetryAfterMax == 0 {
		options.RetryAfterMax = retryAfterMaxUsual
	}
	// The credential goes nowhere else.
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &transport{base: strings.TrimRight(options.URL, "/"), options: options, http: client}, nil
}

// json decodes the `data` of the answer into result.
func (t *transport) json(ctx context.Context, call Call, result any) (http.Header, error) {
	got, err := t.request(ctx, call)
	if err != nil {
		return nil, err
	}
	if got.status == http.StatusNoContent {
		return got.header, nil
	}
	var envelope struct {
		Data json.RawMessage `json:"data"`
	}
	if json.Unmarshal(got.body, &envelope) != nil || envelope.Data == nil {
		return nil, notTheService(got.status)
	}
	if err := json.Unmarshal(envelope.Data, result); err != nil {
		return nil, &Error{Code: CodeAnswerInvalid, Status: got.status, Message: "La respuesta no tiene la forma esperada.", cause: err}
	}
	return got.header, nil
}

func (t *transport) request(ctx context.Context, call Call) (*answer, error) {
	loggedInAgain := false
	for attempt := 0; ; {
		token, err := t.credential(ctx)
		if err != nil {
			return nil, err
		}
		got, failed := t.attempt(ctx, call, token)
		if failed == nil {
			return got, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		// Nothing was done with this token, and a new one may be taken.
		if failed.Status == http.StatusUnauthorized && t.options.Login != nil && !loggedInAgain {
			loggedInAgain = true
			t.forget(token)
			continue
		}
		if err := t.pauseOrFail(ctx, failed, call.Repeatable, attempt); err != nil {
			return nil, err
		}
		attempt++
	}
}

func (t *transport) pauseOrFail(ctx context.Context, failed *Error, repeatable bool, attempt int) error {
	if attempt >= *t.options.Retries || !mayRepeat(failed, repeatable) || failed.RetryAfter > t.options.RetryAfterMax {
		return failed
	}
	usual := min(pauseFirst<<attempt, pauseMax)
	// Clients that were refused together must not come back together.
	return sleep(ctx, failed.RetryAfter+usual/2+rand.N(usual/2))
}

func (t *transport) attempt(ctx context.Context, call Call, token string) (*answer, *Error) {
	var body io.Reader
	if call.Body != nil {
		text, err := json.Marshal(call.Body)
		if err != nil {
			return nil, &Error{Code: "REQUEST_INVALID", Message: "El cuerpo no se puede escribir en JSON.", cause: err}
		}
		body = bytes.NewReader(text)
	}
	limited, cancel := context.WithTimeout(ctx, t.options.Timeout+call.Wait)
	defer cancel()
	address := t.base + "/api/v2" + call.Path
	if len(call.Query) > 0 {
		address += "?" + call.Query.Encode()
	}
	request, err := http.NewRequestWithContext(limited, call.Method, address, body)
	if err != nil {
		return nil, &Error{Code: "REQUEST_INVALID", Message: "La solicitud no se puede escribir.", cause: err}
	}
	// Whether a request is sent again is decided here alone, and not by net/http.
	request.GetBody = nil
	for name, value := range call.Headers {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	if call.Body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := t.http.Do(request)
	if err != nil {
		return nil, &Error{Code: CodeNoAnswer, Message: "El servicio no respondió.", cause: err}
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, answerBytesMax+1))
	if err != nil {
		return nil, &Error{Code: CodeNoAnswer, Message: "El servicio no respondió.", cause: err}
	}
	if len(content) > answerBytesMax {
		return nil, notTheService(response.StatusCode)
	}
	got := &answer{status: response.StatusCode, header: response.Header, body: content}
	if got.status >= 200 && got.status < 300 {
		return got, nil
	}
	return nil, errorOf(got)
}

// credential shares one login among the goroutines that need a token at the same time.
func (t *transport) credential(ctx context.Context) (string, error) {
	if t.options.APIKey != "" {
		return t.options.APIKey, nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.token != "" {
		return t.token, nil
	}
	call := Call{Method: http.MethodPost, Path: "/Auth/login", Body: t.options.Login, Repeatable: true}
	for attempt := 0; ; attempt++ {
		got, failed := t.attempt(ctx, call, "")
		if failed == nil {
			var login Login
			if json.Unmarshal(got.body, &login) != nil || login.Token == "" {
				return "", notTheService(got.status)
			}
			t.token = login.Token
			return t.token, nil
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err := t.pauseOrFail(ctx, failed, true, attempt); err != nil {
			return "", err
		}
	}
}

func (t *transport) forget(token string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.token == token {
		t.token = ""
	}
}

func mayRepeat(failed *Error, repeatable bool) bool {
	switch failed.Status {
	case http.StatusTooManyRequests:
		// 429 refuses before anything is done.
		return true
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		// 502 and 504 are a proxy's: the service's answer was lost.
		return repeatable
	}
	return repeatable && failed.Code == CodeNoAnswer
}

func errorOf(got *answer) *Error {
	var envelope struct {
		Mensaje string          `json:"mensaje"`
		Data    json.RawMessage `json:"data"`
	}
	failed := &Error{Code: CodeAnswerInvalid, Status: got.status, Message: "El servicio respondió " + strconv.Itoa(got.status) + "."}
	if seconds := retryAfter(got.header); seconds > 0 {
		failed.RetryAfter = seconds
	}
	if json.Unmarshal(got.body, &envelope) != nil {
		return failed
	}
	var data struct {
		Code          string  `json:"code"`
		Campo         string  `json:"campo"`
		CorrelationID string  `json:"correlationId"`
		Errores       []Fault `json:"errores"`
	}
	if json.Unmarshal(envelope.Data, &data) != nil || data.Code == "" {
		return failed
	}
	failed.Code, failed.Campo, failed.Errores = data.Code, data.Campo, data.Errores
	failed.CorrelationID, failed.Data, failed.Message = data.CorrelationID, envelope.Data, envelope.Mensaje
	return failed
}

func retryAfter(header http.Header) time.Duration {
	seconds, err := strconv.ParseFloat(header.Get("Retry-After"), 64)
	// A longer one than a day is no pause that anybody waits for.
	if err != nil || seconds <= 0 {
		return 0
	}
	return time.Duration(min(seconds, 86_400) * float64(time.Second))
}

func notTheService(status int) *Error {
	return &Error{Code: CodeAnswerInvalid, Status: status, Message: "Quien respondió no es el servicio."}
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
