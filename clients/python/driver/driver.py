"""Plays the table of cases through this client: one request in JSON on each line of stdin, one answer on each line of stdout.

It is not part of the package.
"""

import base64
import hashlib
import json
import sys
import threading

from ecf_issuer import EcfClient, EcfError, verify_webhook

clients = {}
lock = threading.Lock()
output = threading.Lock()


def client_for(options):
    """Cases with the same options share a client, and so its token."""
    key = json.dumps(options)
    names = {"apiKey": "api_key", "timeoutMs": "timeout_seconds", "retryAfterSecondsMax": "retry_after_seconds_max"}
    given = {names.get(name, name): value for name, value in options.items()}
    if "timeout_seconds" in given:
        given["timeout_seconds"] /= 1000
    with lock:
        if key not in clients:
            clients[key] = EcfClient(given.pop("url"), **given)
        return clients[key]


def digest(data):
    return hashlib.sha256(data).hexdigest()


def run(request):
    call, args = request["call"], request["args"]
    if call == "verifyWebhook":
        return verify_webhook(base64.b64decode(args["body"]), args["headers"], args["secret"])
    client = client_for(request["client"])
    wait = args.get("waitForFinal")
    match call:
        case "validate":
            return client.validate(args["voucher"])
        case "send":
            return client.send(args["voucher"], wait_for_final=wait)
        case "issue":
            return client.issue(args["voucher"], idempotency_key=args.get("idempotencyKey"), wait_for_final=wait)
        case "totals":
            return client.totals(args["voucher"])
        case "status":
            return client.status(args["encf"])
        case "waitForFinal":
            return client.wait_for_final(args["encf"], args["seconds"])
        case "next":
            return client.next(args["ecfType"], external_reference=args.get("externalReference"))
        case "documents":
            return list(client.documents(tipo=args.get("tipo"), limit=args.get("limit")))
        case "print":
            return digest(client.print(args["encf"]))
        case "xml":
            return digest(client.xml(args["encf"]))
        case "taxpayer":
            return client.taxpayer(args["rnc"])
        case "eventPage":
            page = client.events.page(**args)
            return {"events": page.events, "cursor": page.cursor}
        case "latestEvent":
            return client.events.latest()
        case "eventPages":
            return [{"events": page.events, "cursor": page.cursor} for page in client.events.pages(**args)]
        case "webhooks":
            return client.webhooks.list()
        case "createWebhook":
            return client.webhooks.create({"url": args["url"]})
        case "webhook":
            return client.webhooks.get(args["webhookId"])
        case "updateWebhook":
            return client.webhooks.update(args["webhookId"], {"description": args["description"]})
        case "webhookDeliveries":
            return list(client.webhooks.deliveries(args["webhookId"]))
        case "rotateWebhookSecret":
            return client.webhooks.rotate_secret(args["webhookId"])
        case "deleteWebhook":
            client.webhooks.delete(args["webhookId"])
            return "deleted"
    raise ValueError(f"No such call: {call}")


def answer(request):
    try:
        outcome = {"result": run(request)}
    except EcfError as error:
        codes = [one["code"] for one in error.errores]
        outcome = {"error": {"code": error.code, "status": error.status, "campo": error.campo, "errores": codes}}
    except Exception as error:
        outcome = {"failure": repr(error)}
    with output:
        print(json.dumps({"id": request["id"], **outcome}), flush=True)


for line in sys.stdin:
    threading.Thread(target=answer, args=(json.loads(line),)).start()
