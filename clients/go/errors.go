package ecf

import (
	"encoding/json"
	"fmt"
	"time"
)

// Códigos que no da el servicio, sino este cliente.
const (
	// CodeNoAnswer: ningún intento recibió una respuesta completa. La solicitud pudo quedar hecha: repita la misma.
	CodeNoAnswer = "NO_ANSWER"
	// CodeAnswerInvalid: respondió algo que no es el servicio.
	CodeAnswerInvalid           = "ANSWER_INVALID"
	CodeWebhookHeadersMissing   = "WEBHOOK_HEADERS_MISSING"
	CodeWebhookTimestampInvalid = "WEBHOOK_TIMESTAMP_INVALID"
	CodeWebhookSignatureInvalid = "WEBHOOK_SIGNATURE_INVALID"
	CodeWebhookBodyInvalid      = "WEBHOOK_BODY_INVALID"
)

// Error es lo que el servicio rehusó, o por qué no hay respuesta.
type Error struct {
	// Code es `data.code` de la respuesta, o uno de los Code… de este paquete.
	Code string
	// Status es el estado HTTP; 0 si no hay respuesta.
	Status int
	// Message es el texto para una persona.
	Message string
	// Campo es el campo que hay que corregir; vacío si no hay uno.
	Campo string
	// Errores son todos los hallazgos de la validación.
	Errores []Fault
	// CorrelationID es el de la solicitud.
	CorrelationID string
	// RetryAfter es lo que el servicio pidió esperar.
	RetryAfter time.Duration
	// Data es todo el `data` de la respuesta.
	Data json.RawMessage
	// IdempotencyKey es de Issue: con ella y el mismo contenido se repite sin emitir dos veces.
	IdempotencyKey string

	cause error
}

func (e *Error) Error() string {
	if e.Campo != "" {
		return fmt.Sprintf("%s (%s): %s", e.Code, e.Campo, e.Message)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

// Unwrap da la causa, por ejemplo un error de la red.
func (e *Error) Unwrap() error { return e.cause }
