import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import ecfissuer.Datos;
import ecfissuer.EcfClient;
import ecfissuer.EcfException;
import ecfissuer.Webhooks;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Plays the table of cases through this client: one request in JSON on each line of stdin, one answer on each line of stdout. */
public final class Driver {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
  private static final Map<String, EcfClient> CLIENTS = new ConcurrentHashMap<>();
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  public static void main(String[] arguments) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = lines.readLine()) != null; ) {
      JsonObject request = JsonParser.parseString(line).getAsJsonObject();
      threads.execute(() -> answer(request));
    }
    threads.shutdown();
  }

  private static void answer(JsonObject request) {
    JsonObject answer = new JsonObject();
    answer.add("id", request.get("id"));
    try {
      answer.add("result", GSON.toJsonTree(run(request)));
    } catch (EcfException error) {
      JsonObject found = new JsonObject();
      found.addProperty("code", error.code());
      found.addProperty("status", error.status());
      found.addProperty("campo", error.campo());
      found.add("errores", GSON.toJsonTree(error.errores().stream().map(Datos.Fault::code).toList()));
      answer.add("error", found);
    } catch (Exception failure) {
      answer.addProperty("failure", failure.toString());
    }
    OUT.println(GSON.toJson(answer));
  }

  private static Object run(JsonObject request) throws Exception {
    JsonObject args = request.getAsJsonObject("args");
    String call = request.get("call").getAsString();
    if (call.equals("verifyWebhook")) return verify(args);
    EcfClient client = CLIENTS.computeIfAbsent(request.get("client").toString(), Driver::client);
    JsonElement voucher = args.get("voucher");
    EcfClient.IssueOptions options =
        EcfClient.IssueOptions.of(text(args, "idempotencyKey"), seconds(args, "waitForFinal"));
    String encf = text(args, "encf");
    String webhookId = text(args, "webhookId");
    return switch (call) {
      case "validate" -> client.validate(voucher);
      case "totals" -> client.totals(voucher);
      case "send" -> client.send(voucher, options);
      case "issue" -> client.issue(voucher, options);
      case "status" -> client.status(encf);
      case "waitForFinal" -> client.waitForFinal(encf, seconds(args, "seconds"));
      case "next" -> client.next(args.get("ecfType").getAsInt(), text(args, "externalReference"));
      case "documents" -> taken(client.documents(Map.of("tipo", args.get("tipo"), "limit", args.get("limit"))));
      case "print" -> digest(client.print(encf, null));
      case "xml" -> digest(client.xml(encf));
      case "taxpayer" -> client.taxpayer(text(args, "rnc"));
      case "eventPage" -> client.eventPage(text(args, "after"), types(args), limit(args), wait(args));
      case "latestEvent" -> client.latestEvent();
      case "eventPages" -> taken(client.eventPages(text(args, "after"), types(args)));
      case "webhooks" -> client.webhooks();
      case "createWebhook" -> client.createWebhook(new Datos.WebhookRequest(text(args, "url"), null, null));
      case "webhook" -> client.webhook(webhookId);
      case "updateWebhook" ->
          client.updateWebhook(
              webhookId, new Datos.WebhookChanges(null, null, text(args, "description"), null, null));
      case "webhookDeliveries" -> taken(client.webhookDeliveries(webhookId, Map.of()));
      case "rotateWebhookSecret" -> client.rotateWebhookSecret(webhookId, null);
      case "deleteWebhook" -> {
        client.deleteWebhook(webhookId);
        yield "deleted";
      }
      default -> throw new IllegalArgumentException("No such call: " + call);
    };
  }

  private static List<String> types(JsonObject args) {
    return args.has("types") ? List.of(GSON.fromJson(args.get("types"), String[].class)) : null;
  }

  private static Integer limit(JsonObject args) {
    return args.has("limit") ? args.get("limit").getAsInt() : null;
  }

  private static Duration wait(JsonObject args) {
    return args.has("wait") ? seconds(args, "wait") : Duration.ZERO;
  }

  private static EcfClient client(String text) {
    JsonObject options = JsonParser.parseString(text).getAsJsonObject();
    EcfClient.Builder builder = EcfClient.builder(text(options, "url"));
    if (options.has("apiKey")) builder.apiKey(text(options, "apiKey"));
    if (options.has("login")) {
      JsonObject login = options.getAsJsonObject("login");
      builder.login(text(login, "usuario"), text(login, "clave"), text(login, "rnc"));
    }
    if (options.has("retries")) builder.retries(options.get("retries").getAsInt());
    if (options.has("timeoutMs")) builder.timeout(Duration.ofMillis(options.get("timeoutMs").getAsLong()));
    return builder.build();
  }

  private static Webhooks.Event verify(JsonObject args) {
    JsonElement secret = args.get("secret");
    String[] secrets =
        secret.isJsonArray() ? GSON.fromJson(secret, String[].class) : new String[] {secret.getAsString()};
    Map<String, String> headers = new ConcurrentHashMap<>();
    args.getAsJsonObject("headers").entrySet().forEach(one -> headers.put(one.getKey(), one.getValue().getAsString()));
    return Webhooks.verify(Base64.getDecoder().decode(text(args, "body")), headers, secrets);
  }

  private static String text(JsonObject object, String name) {
    return object.has(name) ? object.get(name).getAsString() : null;
  }

  private static Duration seconds(JsonObject args, String name) {
    return args.has(name) ? Duration.ofMillis(Math.round(args.get(name).getAsDouble() * 1000)) : null;
  }

  private static <T> List<T> taken(Iterable<T> list) {
    List<T> all = new ArrayList<>();
    list.forEach(all::add);
    return all;
  }

  private static String digest(byte[] content) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
  }
}
