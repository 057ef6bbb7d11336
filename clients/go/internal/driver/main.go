// Plays the table of cases through this client: one request in JSON on each line of stdin, one answer on each line of stdout.
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"sync"
	"time"

	ecf "ecf-issuer.example/clients/go"
)

type request struct {
	ID     int             `json:"id"`
	Client json.RawMessage `json:"client"`
	Call   string          `json:"call"`
	Args   arguments       `json:"args"`
}

// Each call uses some of them.
type arguments struct {
	Voucher           json.RawMessage   `json:"voucher"`
	Encf              string            `json:"encf"`
	Seconds           float64           `json:"seconds"`
	EcfType           int               `json:"ecfType"`
	Rnc               string            `json:"rnc"`
	Body              string            `json:"body"`
	Headers           map[string]string `json:"headers"`
	Secret            json.RawMessage   `json:"secret"`
	WaitForFinal      *float64          `json:"waitForFinal"`
	ExternalReference string            `json:"externalReference"`
	IdempotencyKey    string            `json:"idempotencyKey"`
	Tipo              int               `json:"tipo"`
	Limit             int               `json:"limit"`
	After             string            `json:"after"`
	Types             []string          `json:"types"`
	Wait              float64           `json:"wait"`
	URL               string            `json:"url"`
	WebhookID         string            `json:"webhookId"`
	Description       string            `json:"description"`
}

type options struct {
	URL       string           `json:"url"`
	APIKey    string           `json:"apiKey"`
	Login     *ecf.Credentials `json:"login"`
	TimeoutMs int              `json:"timeoutMs"`
	Retries   *int             `json:"retries"`
}

var (
	mutex   sync.Mutex
	clients = map[string]*ecf.Client{}
)

// clientFor lets cases with the same options share a client, and so its token.
func clientFor(raw json.RawMessage) (*ecf.Client, error) {
	mutex.Lock()
	defer mutex.Unlock()
	if client, found := clients[string(raw)]; found {
		return client, nil
	}
	var given options
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, err
	}
	client, err := ecf.New(ecf.Options{
		URL: given.URL, APIKey: given.APIKey, Login: given.Login, Retries: given.Retries,
		Timeout: time.Duration(given.TimeoutMs) * time.Millisecond,
	})
	clients[string(raw)] = client
	return client, err
}

func run(asked request) (any, error) {
	args := asked.Args
	if asked.Call == "verifyWebhook" {
		return verify(args)
	}
	client, err := clientFor(asked.Client)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	issueOptions := ecf.IssueOptions{IdempotencyKey: args.IdempotencyKey}
	if args.WaitForFinal != nil {
		wait := seconds(*args.WaitForFinal)
		issueOptions.WaitForFinal = &wait
	}
	switch asked.Call {
	case "validate":
		return client.Validate(ctx, args.Voucher, "")
	case "send":
		return client.Send(ctx, args.Voucher, issueOptions)
	case "issue":
		return client.Issue(ctx, args.Voucher, issueOptions)
	case "totals":
		return client.Totals(ctx, args.Voucher)
	case "status":
		return client.Status(ctx, args.Encf, "")
	case "waitForFinal":
		return client.WaitForFinal(ctx, args.Encf, "", seconds(args.Seconds))
	case "next":
		return client.Next(ctx, args.EcfType, args.ExternalReference)
	case "documents":
		filters := url.Values{"tipo": {strconv.Itoa(args.Tipo)}, "limit": {strconv.Itoa(args.Limit)}}
		return taken(client.Documents(ctx, filters))
	case "print":
		return digest(client.Print(ctx, args.Encf, ""))
	case "xml":
		return digest(client.XML(ctx, args.Encf))
	case "taxpayer":
		return client.Taxpayer(ctx, args.Rnc)
	case "eventPage":
		return shown(client.EventPage(ctx, args.events()))
	case "latestEvent":
		return client.LatestEvent(ctx)
	case "eventPages":
		pages := []any{}
		for page, err := range client.EventPages(ctx, args.events()) {
			if err != nil {
				return nil, err
			}
			pages = append(pages, map[string]any{"events": page.Events, "cursor": page.Cursor})
		}
		return pages, nil
	case "webhooks":
		return client.Webhooks(ctx)
	case "createWebhook":
		return client.CreateWebhook(ctx, ecf.WebhookRequest{Url: args.URL})
	case "webhook":
		return client.Webhook(ctx, args.WebhookID)
	case "updateWebhook":
		return client.UpdateWebhook(ctx, args.WebhookID, ecf.WebhookChanges{Description: &args.Description})
	case "webhookDeliveries":
		return taken(client.WebhookDeliveries(ctx, args.WebhookID, nil))
	case "rotateWebhookSecret":
		return client.RotateWebhookSecret(ctx, args.WebhookID, nil)
	case "deleteWebhook":
		return "deleted", client.DeleteWebhook(ctx, args.WebhookID)
	}
	return nil, fmt.Errorf("no such call: %s", asked.Call)
}

func verify(args arguments) (any, error) {
	body, err := base64.StdEncoding.DecodeString(args.Body)
	if err != nil {
		return nil, err
	}
	header := http.Header{}
	for name, value := range args.Headers {
		header.Set(name, value)
	}
	var secrets []string
	if json.Unmarshal(args.Secret, &secrets) != nil {
		secrets = make([]string, 1)
		if err := json.Unmarshal(args.Secret, &secrets[0]); err != nil {
			return nil, err
		}
	}
	return ecf.VerifyWebhook(body, header, secrets...)
}

func (a arguments) events() ecf.EventOptions {
	return ecf.EventOptions{After: a.After, Types: a.Types, Limit: a.Limit, Wait: seconds(a.Wait)}
}

func shown(page *ecf.EventPage, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]any{"events": page.Events, "cursor": page.Cursor}, nil
}

func seconds(value float64) time.Duration {
	return time.Duration(value * float64(time.Second))
}

func taken[T any](list iter.Seq2[T, error]) ([]T, error) {
	all := []T{}
	for one, err := range list {
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

func digest(content []byte, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:]), nil
}

func answer(asked request) map[string]any {
	result, err := run(asked)
	var failed *ecf.Error
	switch {
	case err == nil:
		return map[string]any{"id": asked.ID, "result": result}
	case errors.As(err, &failed):
		codes := []string{}
		for _, fault := range failed.Errores {
			codes = append(codes, fault.Code)
		}
		var campo any
		if failed.Campo != "" {
			campo = failed.Campo
		}
		return map[string]any{"id": asked.ID, "error": map[string]any{
			"code": failed.Code, "status": failed.Status, "campo": campo, "errores": codes,
		}}
	default:
		return map[string]any{"id": asked.ID, "failure": err.Error()}
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	output := json.NewEncoder(os.Stdout)
	var writing sync.Mutex
	var running sync.WaitGroup
	for lines.Scan() {
		var asked request
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		running.Add(1)
		go func() {
			defer running.Done()
			answered := answer(asked)
			writing.Lock()
			defer writing.Unlock()
			if err := output.Encode(answered); err != nil {
				panic(err)
			}
		}()
	}
	running.Wait()
}
