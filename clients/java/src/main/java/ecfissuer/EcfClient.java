package ecfissuer;

import static ecfissuer.Transport.encoded;
import static ecfissuer.Transport.map;

import com.google.gson.reflect.TypeToken;
import ecfissuer.Transport.Call;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;

/**
 * El servicio, para una empresa. Lo pueden usar varios hilos a la vez. Un comprobante es un {@code Map} o un {@code JsonObject} con los campos
 * de la DGII; los montos, {@code BigDecimal}.
 */
public final class EcfClient {
  /** The service waits so long in one request: proxies end longer ones. */
  private static final Duration SERVER_WAIT_MAX = Duration.ofSeconds(25);

  private static final Duration POLL = Duration.ofSeconds(2);
  private static final Duration POLL_MAX = Duration.ofSeconds(15);

  /** The service waits 10 s for DGII. */
  private static final Duration ANNULMENT_WAIT = Duration.ofSeconds(10);

  /** The service waits at most so long for an event. */
  private static final Duration EVENT_WAIT_MAX = Duration.ofSeconds(25);

  /** A worker makes the secret of a webhook, and in a test it also waits for the answer of the address. */
  private static final Duration WORKER_WAIT = Duration.ofSeconds(20);

  private final Transport transport;

  private EcfClient(Builder options) {
    transport = new Transport(options);
  }

  /**
   * Dónde está el servicio y con qué credencial se llama.
   *
   * @param url por ejemplo {@code https://ecf.example}
   */
  public static Builder builder(String url) {
    return new Builder(url);
  }

  /** Los datos de un cliente: una clave de API o un usuario, y sus límites. */
  public static final class Builder {
    final String url;
    String apiKey;
    Map<String, String> login;
    Duration timeout = Duration.ofSeconds(30);
    int retries = 6;
    Duration retryAfterMax = Duration.ofSeconds(60);

    private Builder(String url) {
      this.url = Objects.requireNonNull(url);
    }

    /** Una clave de API ({@code ecf_…}). */
    public Builder apiKey(String key) {
      apiKey = key;
      return this;
    }

    /** Un usuario de la empresa. El cliente pide el token y lo renueva. */
    public Builder login(String usuario, String clave, String rnc) {
      login = Map.of("usuario", usuario, "clave", clave, "rnc", rnc);
      return this;
    }

    /** De un intento, sin contar lo que se pidió esperar al servicio; 30 s. */
    public Builder timeout(Duration limit) {
      timeout = limit;
      return this;
    }

    /** Intentos después del primero; 6. */
    public Builder retries(int times) {
      retries = times;
      return this;
    }

    /** Con un {@code Retry-After} mayor no se espera: es un error; 60 s. */
    public Builder retryAfterMax(Duration limit) {
      retryAfterMax = limit;
      return this;
    }

    public EcfClient build() {
      if ((apiKey == null) == (login == null))
        throw new IllegalStateException("Indique apiKey o login, uno de los dos");
      return new EcfClient(this);
    }
  }

  /**
   * Cómo se emite. Cada miembro puede ser null.
   *
   * @param idempotencyKey solo de {@code issue}, y de una venta: guárdela antes de llamar, y repita con ella si su programa se detiene. Sin
   *     ella el cliente hace una, y {@code EcfException.idempotencyKey} la dice si no hubo respuesta
   * @param waitForFinal cuánto se espera el resultado final; si no llega, {@code accepted} es null, y no es un error
   * @param totales {@code calcular}: el servicio pone antes los montos
   * @param condicional {@code bloquear} o {@code permitir}
   * @param reenviar envía otra vez el mismo contenido, si el número quedó libre
   * @param correlationId su número de documento; vuelve en la respuesta
   */
  public record IssueOptions(
      String idempotencyKey,
      Duration waitForFinal,
      String totales,
      String condicional,
      Boolean reenviar,
      String correlationId) {
    /** Lo usual, con su clave y lo que espera. */
    public static IssueOptions of(String idempotencyKey, Duration waitForFinal) {
      return new IssueOptions(idempotencyKey, waitForFinal, null, null, null, null);
    }

    private Map<String, Object> query() {
      String again = Boolean.TRUE.equals(reenviar) ? "si" : null;
      return map("condicional", condicional, "totales", totales, "reenviar", again);
    }
  }

  /** Revisa un comprobante sin efecto alguno. */
  public Datos.Validation validate(Object voucher) {
    return data(Call.post("/dgii-ecf/validate", Map.of(), voucher, true), Datos.Validation.class);
  }

  /** Calcula los montos que las demás partes del comprobante deciden. No guarda nada. */
  public Datos.Totals totals(Object voucher) {
    return data(Call.post("/dgii-ecf/totals", Map.of(), voucher, true), Datos.Totals.class);
  }

  /** Emite un comprobante sin número: el servicio pone el e-NCF. Emite una sola vez, aunque una respuesta se pierda. */
  public Datos.SendData issue(Object voucher, IssueOptions options) {
    // It is made before the first attempt and stays the same in all of them.
    String key = options.idempotencyKey() == null ? UUID.randomUUID().toString() : options.idempotencyKey();
    try {
      return issued("/dgii-ecf/issue", voucher, options, key);
    } catch (EcfException error) {
      throw error.withIdempotencyKey(key);
    }
  }

  /** Emite un comprobante que ya tiene su número. */
  public Datos.SendData send(Object voucher, IssueOptions options) {
    return issued("/dgii-ecf/send", voucher, options, null);
  }

  /** Cómo está un comprobante. */
  public Datos.StatusData status(String encf) {
    return data(statusCall(encf, null), Datos.StatusData.class);
  }

  /** Espera el resultado final de un comprobante emitido. Si no llega, {@code accepted} es null, y no es un error. */
  public Datos.StatusData waitForFinal(String encf, Duration wait) {
    return waitForFinal(encf, null, wait);
  }

  private Datos.StatusData waitForFinal(String encf, String environment, Duration wait) {
    long deadline = System.nanoTime() + wait.toNanos();
    for (; ; ) {
      Transport.Data<Datos.StatusData> answer =
          transport.json(statusCall(encf, environment), Datos.StatusData.class);
      Duration left = Duration.ofNanos(deadline - System.nanoTime());
      if (answer.data().accepted() != null || left.isNegative() || left.isZero()) return answer.data();
      Duration asked = Transport.retryAfter(answer.headers());
      Duration pause = asked.isZero() ? POLL : shorter(asked, POLL_MAX);
      Transport.pause(shorter(pause, left));
    }
  }

  /** Lo que pasó con un comprobante en todos sus intentos. */
  public Datos.History history(String encf) {
    return data(Call.get("/dgii-ecf/document-history/" + encoded(encf), Map.of()), Datos.History.class);
  }

  /**
   * El PDF de la representación impresa.
   *
   * @param format {@code a4}, {@code letter}, {@code 80mm} o {@code 58mm}; null es a4
   */
  public byte[] print(String encf, String format) {
    return bytes("/dgii-ecf/document-print/" + encoded(encf), map("format", format));
  }

  /** El XML firmado, byte por byte. */
  public byte[] xml(String encf) {
    return bytes("/dgii-ecf/document-xml/" + encoded(encf), Map.of());
  }

  /**
   * Los comprobantes emitidos, los más recientes primero; pide página por página.
   *
   * @param filters los parámetros de la lista, por ejemplo {@code tipo}, {@code status} o {@code buscar}
   */
  public Iterable<Datos.ListedDocument> documents(Map<String, ?> filters) {
    return pages("/dgii-ecf/documents", filters, listOf(Datos.ListedDocument.class));
  }

  /**
   * El próximo e-NCF de un tipo.
   *
   * @param externalReference con ella, una respuesta perdida se repite y el número es el mismo; con null no se repite, porque consumiría otro
   */
  public Datos.NextNumber next(int ecfType, String externalReference) {
    Map<String, Object> body = map("ecfType", ecfType, "externalReference", externalReference);
    Call call = Call.post("/ecf-sequences/next", Map.of(), body, externalReference != null);
    return data(call, Datos.NextNumber.class);
  }

  /** Cómo están las secuencias, por tipo. */
  public List<Datos.Sequence> sequences() {
    return data(Call.get("/ecf-sequences", Map.of()), listOf(Datos.Sequence.class));
  }

  /** Los números reservados que no se han enviado. */
  public Iterable<Datos.UnusedNumber> unusedNumbers(Map<String, ?> filters) {
    return pages("/ecf-sequences/unused", filters, listOf(Datos.UnusedNumber.class));
  }

  /** Pide a la DGII la anulación de números que no se usarán. */
  public Datos.Annulment annul(Datos.AnnulmentRequest request) {
    Call call = Call.post("/ecf-sequences/annulments", Map.of(), request, true);
    return data(call.with(Map.of(), ANNULMENT_WAIT), Datos.Annulment.class);
  }

  /** Cómo está una anulación. */
  public Datos.Annulment annulment(String id) {
    return data(Call.get("/ecf-sequences/annulments/" + encoded(id), Map.of()), Datos.Annulment.class);
  }

  /** Las anulaciones que se pidieron. */
  public Iterable<Datos.ListedAnnulment> annulments() {
    return pages("/ecf-sequences/annulments", Map.of(), listOf(Datos.ListedAnnulment.class));
  }

  /** Lo que la DGII dice de un comprobante que emitió otro; los dos últimos pueden ser null. */
  public Datos.ExternalStatus externalStatus(
      String rncEmisor, String encf, String rncComprador, String codigoSeguridad) {
    Map<String, Object> query =
        map("rncEmisor", rncEmisor, "encf", encf, "rncComprador", rncComprador, "codigoSeguridad", codigoSeguridad);
    return data(Call.get("/dgii-ecf/external-status", query), Datos.ExternalStatus.class);
  }

  /** Quién es un contribuyente. */
  public Datos.Taxpayer taxpayer(String rnc) {
    return data(Call.get("/dgii-ecf/consult-rnc", Map.of("rnc", rnc)), Datos.Taxpayer.class);
  }

  /** Los comprobantes que otros enviaron a la empresa. */
  public Iterable<Datos.Received> received(Map<String, ?> filters) {
    return pages("/ecf-received", filters, listOf(Datos.Received.class));
  }

  /** Un comprobante recibido. */
  public Datos.Received receivedVoucher(String rncEmisor, String encf) {
    return data(Call.get(receivedPath(rncEmisor, encf), Map.of()), Datos.Received.class);
  }

  /** El XML que envió el emisor, byte por byte. */
  public byte[] receivedXml(String rncEmisor, String encf) {
    return bytes(receivedPath(rncEmisor, encf) + "/xml", Map.of());
  }

  /** Aprueba o rechaza un comprobante recibido. */
  public Datos.Received decideReceived(String rncEmisor, String encf, Datos.ApprovalRequest decision) {
    Call call = Call.post(receivedPath(rncEmisor, encf) + "/approval", Map.of(), decision, true);
    return data(call, Datos.Received.class);
  }

  /** Lo que otros enviaron y no se recibió, con el motivo. */
  public Iterable<Datos.RefusedReception> refusedReceptions() {
    return pages("/ecf-received/refused", Map.of(), listOf(Datos.RefusedReception.class));
  }

  /**
   * Una página de eventos.
   *
   * @param cursor desde aquí sigue la página siguiente; guárdelo cuando haya hecho los eventos de esta
   */
  public record EventPage(List<Webhooks.Event> events, String cursor) {}

  /**
   * Una página de eventos, que puede estar vacía.
   *
   * @param after el cursor guardado; null, desde el evento más antiguo que se conserva
   * @param types solo estos tipos; null, todos
   * @param limit eventos por página, hasta 500; null, los que el servicio da de ordinario
   * @param wait si no hay eventos, el servicio espera uno hasta tanto, 25 s como máximo
   */
  public EventPage eventPage(String after, List<String> types, Integer limit, Duration wait) {
    String waiting = wait.isZero() ? null : Long.toString(wait.toSeconds());
    String listed = types == null ? null : String.join(",", types);
    Map<String, Object> query = map("after", after, "types", listed, "limit", limit, "wait", waiting);
    Transport.Data<List<Webhooks.Event>> answer =
        transport.json(Call.get("/events", query).with(query, wait), listOf(Webhooks.Event.class));
    String cursor = answer.headers().firstValue("X-Next-Cursor").orElse(null);
    if (cursor == null) throw new EcfException(EcfException.ANSWER_INVALID, "La página no trae cursor.");
    return new EventPage(answer.data(), cursor);
  }

  /** El cursor de este momento: desde él solo vienen los eventos que ocurran después. */
  public String latestEvent() {
    return eventPage("latest", null, 1, Duration.ZERO).cursor();
  }

  /** Las páginas de eventos que ya hay, hasta la última; {@code types} puede ser null. */
  public Iterable<EventPage> eventPages(String after, List<String> types) {
    return eventPages(after, types, Duration.ZERO);
  }

  /** Las páginas de eventos que hay y las que vengan, sin fin. */
  public Iterable<EventPage> followEvents(String after, List<String> types) {
    return eventPages(after, types, EVENT_WAIT_MAX);
  }

  private Iterable<EventPage> eventPages(String after, List<String> types, Duration wait) {
    return () ->
        new Iterator<>() {
          private String cursor = after;
          private EventPage page;
          private boolean last;

          @Override
          public boolean hasNext() {
            while (page == null && !last) {
              EventPage found = eventPage(cursor, types, null, wait);
              // A page without events of these types may come before others: only a cursor that stays says that there are no more.
              last = wait.isZero() && found.cursor().equals(cursor);
              cursor = found.cursor();
              if (!found.events().isEmpty()) page = found;
            }
            return page != null;
          }

          @Override
          public EventPage next() {
            if (!hasNext()) throw new NoSuchElementException();
            EventPage given = page;
            page = null;
            return given;
          }
        };
  }

  /** Los webhooks de la empresa en su ambiente. */
  public List<Datos.Webhook> webhooks() {
    return data(Call.get("/webhooks", Map.of()), listOf(Datos.Webhook.class));
  }

  /** Guarde {@code secret}: se muestra solo esta vez. No se repite tras una respuesta perdida, porque haría otro. */
  public Datos.WebhookWithSecret createWebhook(Datos.WebhookRequest order) {
    return asked("/webhooks", order, Datos.WebhookWithSecret.class);
  }

  /** Un webhook. */
  public Datos.Webhook webhook(String id) {
    return data(Call.get(webhookPath(id), Map.of()), Datos.Webhook.class);
  }

  /** Lo cambia. */
  public Datos.Webhook updateWebhook(String id, Datos.WebhookChanges changes) {
    Call call = new Call("PATCH", webhookPath(id), Map.of(), changes, Map.of(), true, Duration.ZERO);
    return data(call, Datos.Webhook.class);
  }

  /** Lo elimina. Uno que ya no existe no es un error: así se puede repetir. */
  public void deleteWebhook(String id) {
    try {
      transport.request(new Call("DELETE", webhookPath(id), Map.of(), null, Map.of(), true, Duration.ZERO));
    } catch (EcfException error) {
      if (error.status() != 404) throw error;
    }
  }

  /** Lo que se le entregó o no, lo más reciente primero; pide página por página. */
  public Iterable<Datos.WebhookDelivery> webhookDeliveries(String id, Map<String, ?> filters) {
    return pages(webhookPath(id) + "/deliveries", filters, listOf(Datos.WebhookDelivery.class));
  }

  /** Envía de nuevo un evento. */
  public void redeliverEvent(String id, String eventId) {
    transport.request(Call.post(webhookPath(id) + "/redeliver", Map.of(), Map.of("eventId", eventId), true));
  }

  /** Envía de nuevo lo que no se entregó desde esa hora. */
  public void recoverEvents(String id, Instant since) {
    Map<String, String> body = Map.of("since", since.truncatedTo(ChronoUnit.MILLIS).toString());
    transport.request(Call.post(webhookPath(id) + "/recover", Map.of(), body, true));
  }

  /** Envía un evento de prueba y dice qué respondió la dirección. */
  public Datos.WebhookTest testWebhook(String id) {
    return asked(webhookPath(id) + "/test", null, Datos.WebhookTest.class);
  }

  /** Otro secreto; el anterior firma también durante {@code graceHours} horas. Con null, las que el servicio da de ordinario. */
  public Datos.WebhookWithSecret rotateWebhookSecret(String id, Integer graceHours) {
    Map<String, Object> body = map("graceHours", graceHours);
    return asked(webhookPath(id) + "/rotate-secret", body, Datos.WebhookWithSecret.class);
  }

  /** A worker does it, and a second time it would be done again. */
  private <T> T asked(String path, Object body, Class<T> type) {
    return data(Call.post(path, Map.of(), body, false).with(Map.of(), WORKER_WAIT), type);
  }

  private static String webhookPath(String id) {
    return "/webhooks/" + encoded(id);
  }

  /** Sends, and asks for the state afterwards for as long as the caller waits. */
  private Datos.SendData issued(String path, Object voucher, IssueOptions options, String key) {
    Map<String, Object> query = options.query();
    Map<String, String> headers = new LinkedHashMap<>();
    if (key != null) headers.put("Idempotency-Key", key);
    if (options.correlationId() != null) headers.put("X-Correlation-Id", options.correlationId());
    Call call = new Call("POST", path, query, voucher, headers, true, Duration.ZERO);
    if (options.waitForFinal() == null) return data(call, Datos.SendData.class);
    long deadline = System.nanoTime() + options.waitForFinal().toNanos();
    Duration wait = shorter(options.waitForFinal(), SERVER_WAIT_MAX);
    query.put("waitForFinal", wait.toMillis() + "ms");
    Datos.SendData first = data(call.with(query, wait), Datos.SendData.class);
    Duration left = Duration.ofNanos(deadline - System.nanoTime());
    if (first.accepted() != null || left.isNegative() || left.isZero()) return first;
    // Not by sending again: if DGII rejects it meanwhile, the same content would start another attempt.
    return merged(first, waitForFinal(first.ecf(), first.environment(), left));
  }

  /** The newer state in the form of the answer to the request. */
  private static Datos.SendData merged(Datos.SendData first, Datos.StatusData last) {
    var state = Transport.GSON.toJsonTree(last).getAsJsonObject();
    var request = Transport.GSON.toJsonTree(first).getAsJsonObject();
    for (String kept : List.of("alreadyProcessed", "sameContent", "advertencias", "externalReference", "montosCalculados"))
      if (request.has(kept)) state.add(kept, request.get(kept));
    return Transport.GSON.fromJson(state, Datos.SendData.class);
  }

  private <T> T data(Call call, Type type) {
    return transport.<T>json(call, type).data();
  }

  private byte[] bytes(String path, Map<String, ?> query) {
    return transport.request(Call.get(path, query)).body();
  }

  /** A list as an iterator: it asks for the next page when the caller has taken the one before. */
  private <T> Iterable<T> pages(String path, Map<String, ?> filters, Type type) {
    return () ->
        new Iterator<>() {
          private final Queue<T> page = new ArrayDeque<>();
          private final Map<String, Object> query = new LinkedHashMap<>(filters);
          private boolean last;

          @Override
          public boolean hasNext() {
            while (page.isEmpty() && !last) {
              Transport.Data<List<T>> answer = transport.json(Call.get(path, query), type);
              page.addAll(answer.data());
              String next = answer.headers().firstValue("X-Next-Cursor").orElse(null);
              // The same page again and again would have no end.
              if (next != null && next.equals(query.get("cursor")))
                throw new EcfException(EcfException.ANSWER_INVALID, "La lista no avanza.");
              last = next == null;
              query.put("cursor", next);
            }
            return !page.isEmpty();
          }

          @Override
          public T next() {
            if (!hasNext()) throw new NoSuchElementException();
            return page.remove();
          }
        };
  }

  private static Type listOf(Class<?> element) {
    return TypeToken.getParameterized(List.class, element).getType();
  }

  private static Call statusCall(String encf, String environment) {
    return Call.get("/dgii-ecf/document-status/" + encoded(encf), map("environment", environment));
  }

  private static String receivedPath(String rncEmisor, String encf) {
    return "/ecf-received/" + encoded(rncEmisor) + "/" + encoded(encf);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
