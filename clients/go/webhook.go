package ecf

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Event es el evento que trae un webhook, o la lista de eventos.
type Event struct {
	// ID es igual en todas las repeticiones. Guárdelo para hacer cada evento una sola vez.
	ID   string `json:"id"`
	Type string `json:"type"`
	// Timestamp es cuándo ocurrió, ISO 8601.
	Timestamp string         `json:"timestamp"`
	Data      map[string]any `json:"data"`
}

const (
	tolerance = 5 * time.Minute
	// Standard Webhooks: an event is below 20 KB.
	webhookBytesMax = 256 << 10
)

// VerifyWebhook da el evento, si lo envió el servicio hace menos de cinco minutos; si no, un *Error con WEBHOOK_…. body son los bytes como
// llegaron, no un JSON leído y escrito de nuevo. Dé varios secretos (whsec_…) mientras se cambia.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*Event, error) {
	id, timestamp, signatures := header.Get("webhook-id"), header.Get("webhook-timestamp"), header.Get("webhook-signature")
	if id == "" || timestamp == "" || signatures == "" {
		return nil, &Error{Code: CodeWebhookHeadersMissing, Message: "Faltan los encabezados del webhook."}
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || len(timestamp) > 12 || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return nil, &Error{Code: CodeWebhookTimestampInvalid, Message: "La hora del webhook está fuera de la tolerancia."}
	}
	matches := false
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		// An HMAC with an empty key would be everybody's.
		if err != nil || len(key) == 0 {
			return nil, errors.New("el secreto del webhook está vacío o no es whsec_…")
		}
		code := hmac.New(sha256.New, key)
		code.Write([]byte(id + "." + timestamp + "."))
		code.Write(body)
		expected := code.Sum(nil)
		for _, one := range strings.Split(signatures, " ") {
			given, found := strings.CutPrefix(one, "v1,")
			if !found {
				continue
			}
			signature, err := base64.StdEncoding.DecodeString(given)
			matches = matches || err == nil && hmac.Equal(signature, expected)
		}
	}
	if !matches {
		return nil, &Error{Code: CodeWebhookSignatureInvalid, Message: "La firma del webhook no es del servicio."}
	}
	var event Event
	if json.NewDecoder(bytes.NewReader(body)).Decode(&event) != nil || event.Type == "" {
		return nil, &Error{Code: CodeWebhookBodyInvalid, Message: "El cuerpo del webhook no es un evento."}
	}
	event.ID = id
	return &event, nil
}

// WebhookHandler recibe webhooks: lee el cuerpo, lo verifica y responde. onEvent guarda el evento y termina: el servicio espera 15 s. Si termina
// sin error, la respuesta es 204; si no, es 500, y el servicio repite el evento después.
func WebhookHandler(onEvent func(*http.Request, *Event) error, secrets ...string) http.Handler {
	return http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, webhookBytesMax))
		if err != nil {
			writer.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		event, err := VerifyWebhook(body, request.Header, secrets...)
		var refused *Error
		switch {
		case errors.As(err, &refused):
			writer.WriteHeader(http.StatusBadRequest)
		case err != nil || onEvent(request, event) != nil:
			writer.WriteHeader(http.StatusInternalServerError)
		default:
			writer.WriteHeader(http.StatusNoContent)
		}
	})
}
