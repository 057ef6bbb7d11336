package ecfissuer;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.ToNumberPolicy;
import java.io.IOException;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * One request to the service: its credential, its time limit, and whether it is sent again. A request is repeated only after 429, 503 or a
 * lost answer, and after the last two only if doing it twice does no harm.
 */
final class Transport {
  static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().setObjectToNumberStrategy(ToNumberPolicy.BIG_DECIMAL).create();

  /** The first pause; each next one is twice as long, up to the longest. */
  private static final long PAUSE_FIRST_MS = 250;

  private static final long PAUSE_MAX_MS = 8_000;

  /** The largest answer is a page of a thousand vouchers, far below this. More is not from the service. */
  private static final int ANSWER_BYTES_MAX = 64 * 1024 * 1024;

  record Call(
      String method,
      String path,
      Map<String, ?> query,
      Object body,
      Map<String, String> headers,
      boolean repeatable,
      Duration waiting) {
    static Call get(String path, Map<String, ?> query) {
      return new Call("GET", path, query, null, Map.of(), true, Duration.ZERO);
    }

    static Call post(String path, Map<String, ?> query, Object body, boolean repeatable) {
      return new Call("POST", path, query, body, Map.of(), repeatable, Duration.ZERO);
    }

    Call with(Map<String, ?> newQuery, Duration newWait) {
      return new Call(method, path, newQuery, body, headers, repeatable, newWait);
    }
  }

  record Answer(int status, HttpHeaders headers, byte[] body) {}

  record Data<T>(T data, HttpHeaders headers) {}

  private final EcfClient.Builder options;
  private final String base;
  // The credential goes nowhere else: no redirect is followed.
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private String token;

  Transport(EcfClient.Builder options) {
    this.options = options;
    this.base = options.url.replaceAll("/+$", "");
  }

  <T> Data<T> json(Call call, Type type) {
    Answer answer = request(call);
    if (answer.status() == 204) return new Data<>(null, answer.headers());
    JsonObject envelope = objectOf(answer.body());
    if (envelope == null || !envelope.has("data")) throw notTheService(answer.status());
    return new Data<>(GSON.fromJson(envelope.get("data"), type), answer.headers());
  }

  Answer request(Call call) {
    boolean loggedInAgain = false;
    for (int attempt = 0; ; ) {
      String credential = credential();
      try {
        return attempt(call, credential);
      } catch (EcfException error) {
        // Nothing was done with this token, and a new one may be taken.
        if (error.status() == 401 && options.login != null && !loggedInAgain) {
          loggedInAgain = true;
          forget(credential);
          continue;
        }
        pauseOrThrow(error, call.repeatable(), attempt);
        attempt++;
      }
    }
  }

  private void pauseOrThrow(EcfException error, boolean repeatable, int attempt) {
    if (attempt >= options.retries
        || !mayRepeat(error, repeatable)
        || error.retryAfter().compareTo(options.retryAfterMax) > 0) throw error;
    long usual = Math.min(PAUSE_FIRST_MS << Math.min(attempt, 10), PAUSE_MAX_MS);
    // Clients that were refused together must not come back together.
    pause(error.retryAfter().plusMillis(usual / 2 + ThreadLocalRandom.current().nextLong(usual / 2)));
  }

  static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException interrupted) {
      throw stopped(interrupted);
    }
  }

  private static EcfException stopped(InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    return noAnswer(interrupted);
  }

  private Answer attempt(Call call, String credential) {
    HttpRequest.Builder request = HttpRequest.newBuilder(address(call));
    call.headers().forEach(request::header);
    if (credential != null) request.header("Authorization", "Bearer " + credential);
    if (call.body() == null) request.method(call.method(), HttpRequest.BodyPublishers.noBody());
    else {
      request.header("Content-Type", "application/json");
      request.method(call.method(), HttpRequest.BodyPublishers.ofString(GSON.toJson(call.body())));
    }
    // HttpRequest's own limit ends with the headers; this one includes the body.
    CompletableFuture<HttpResponse<byte[]>> answering =
        http.sendAsync(request.build(), info -> new LimitedBody());
    try {
      Duration limit = options.timeout.plus(call.waiting());
      HttpResponse<byte[]> response = answering.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      Answer answer = new Answer(response.statusCode(), response.headers(), response.body());
      if (answer.status() >= 200 && answer.status() < 300) return answer;
      throw errorOf(answer);
    } catch (TimeoutException late) {
      answering.cancel(true);
      throw noAnswer(late);
    } catch (ExecutionException failed) {
      throw noAnswer(failed.getCause());
    } catch (InterruptedException interrupted) {
      answering.cancel(true);
      throw stopped(interrupted);
    }
  }

  /** The whole body, or a failure if it is larger than any answer of the service. */
  private static final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final HttpResponse.BodySubscriber<byte[]> whole = HttpResponse.BodySubscribers.ofByteArray();
    private Flow.Subscription subscription;
    private long length;

    @Override
    public CompletionStage<byte[]> getBody() {
      return whole.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      whole.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
      for (ByteBuffer part : parts) length += part.remaining();
      if (length <= ANSWER_BYTES_MAX) whole.onNext(parts);
      else {
        subscription.cancel();
        whole.onError(new IOException("La respuesta es demasiado grande"));
      }
    }

    @Override
    public void onError(Throwable cause) {
      whole.onError(cause);
    }

    @Override
    public void onComplete() {
      whole.onComplete();
    }
  }

  private URI address(Call call) {
    String query =
        call.query().entrySet().stream()
            .filter(entry -> entry.getValue() != null)
            .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue().toString()))
            .collect(Collectors.joining("&"));
    return URI.create(base + "/api/v2" + call.path() + (query.isEmpty() ? "" : "?" + query));
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** A map that may have null values, unlike Map.of. */
  static Map<String, Object> map(Object... pairs) {
    Map<String, Object> made = new LinkedHashMap<>();
    for (int at = 0; at < pairs.length; at += 2) if (pairs[at + 1] != null) made.put((String) pairs[at], pairs[at + 1]);
    return made;
  }

  /** Threads that need a token at the same time share one login. */
  private synchronized String credential() {
    if (options.apiKey != null) return options.apiKey;
    for (int attempt = 0; token == null; attempt++) {
      try {
        JsonObject login = objectOf(attempt(Call.post("/Auth/login", Map.of(), options.login, true), null).body());
        if (login == null || !login.has("token")) throw notTheService(200);
        token = login.get("token").getAsString();
      } catch (EcfException error) {
        pauseOrThrow(error, true, attempt);
      }
    }
    return token;
  }

  private synchronized void forget(String used) {
    if (used != null && used.equals(token)) token = null;
  }

  private static boolean mayRepeat(EcfException error, boolean repeatable) {
    return switch (error.status()) {
      // 429 refuses before anything is done.
      case 429 -> true;
      // 502 and 504 are a proxy's: the service's answer was lost.
      case 502, 503, 504 -> repeatable;
      default -> repeatable && error.code().equals(EcfException.NO_ANSWER);
    };
  }

  private static EcfException errorOf(Answer answer) {
    JsonObject envelope = objectOf(answer.body());
    JsonElement data = envelope == null ? null : envelope.get("data");
    JsonObject known = data != null && data.isJsonObject() ? data.getAsJsonObject() : new JsonObject();
    boolean coded = known.has("code");
    return new EcfException(
        coded ? known.get("code").getAsString() : EcfException.ANSWER_INVALID,
        coded && envelope.has("mensaje")
            ? envelope.get("mensaje").getAsString()
            : "El servicio respondió " + answer.status() + ".",
        answer.status(),
        known,
        retryAfter(answer.headers()),
        null);
  }

  static Duration retryAfter(HttpHeaders headers) {
    try {
      long seconds = Long.parseLong(headers.firstValue("Retry-After").orElse("0"));
      return Duration.ofSeconds(Math.max(seconds, 0));
    } catch (NumberFormatException date) {
      return Duration.ZERO;
    }
  }

  private static JsonObject objectOf(byte[] body) {
    try {
      JsonElement parsed = GSON.fromJson(new String(body, StandardCharsets.UTF_8), JsonElement.class);
      return parsed != null && parsed.isJsonObject() ? parsed.getAsJsonObject() : null;
    } catch (JsonParseException notJson) {
      return null;
    }
  }

  private static EcfException noAnswer(Throwable cause) {
    return new EcfException(
        EcfException.NO_ANSWER, "El servicio no respondió.", 0, new JsonObject(), Duration.ZERO, cause);
  }

  private static EcfException notTheService(int status) {
    return new EcfException(
        EcfException.ANSWER_INVALID,
        "Quien respondió no es el servicio.",
        status,
        new JsonObject(),
        Duration.ZERO,
        null);
  }
}
