package ecfissuer;

import com.google.gson.JsonParseException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Si un webhook viene del servicio: Standard Webhooks 1.0.0, sobre los bytes del cuerpo como llegaron. */
public final class Webhooks {
  private static final Duration TOLERANCE = Duration.ofMinutes(5);
  private static final String PREFIX = "whsec_";

  private Webhooks() {}

  /**
   * El evento que trae un webhook.
   *
   * @param id igual en todas las repeticiones; guárdelo para hacer cada evento una sola vez
   * @param timestamp cuándo ocurrió, ISO 8601
   */
  public record Event(String id, String type, String timestamp, Map<String, Object> data) {}

  /**
   * El evento, si lo envió el servicio hace menos de cinco minutos.
   *
   * @param body los bytes como llegaron, no un JSON leído y escrito de nuevo
   * @param secrets {@code whsec_…}; varios mientras se cambia
   * @throws EcfException con {@code WEBHOOK_…} si no
   */
  public static Event verify(byte[] body, Map<String, String> headers, String... secrets) {
    Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(headers);
    String id = given.getOrDefault("webhook-id", "");
    String timestamp = given.getOrDefault("webhook-timestamp", "");
    String signatures = given.getOrDefault("webhook-signature", "");
    if (id.isEmpty() || timestamp.isEmpty() || signatures.isEmpty())
      throw new EcfException("WEBHOOK_HEADERS_MISSING", "Faltan los encabezados del webhook.");
    if (!isRecent(timestamp))
      throw new EcfException("WEBHOOK_TIMESTAMP_INVALID", "La hora del webhook está fuera de la tolerancia.");
    boolean matches = false;
    for (String secret : secrets) {
      byte[] expected = sign(secret, id + "." + timestamp + ".", body);
      for (String one : signatures.split(" "))
        if (one.startsWith("v1,"))
          matches |= decoded(one.substring(3)).filter(found -> MessageDigest.isEqual(found, expected)).isPresent();
    }
    if (!matches) throw new EcfException("WEBHOOK_SIGNATURE_INVALID", "La firma del webhook no es del servicio.");
    Event content = contentOf(body);
    return new Event(id, content.type(), content.timestamp(), content.data());
  }

  private static boolean isRecent(String timestamp) {
    if (!timestamp.matches("[0-9]{1,12}")) return false;
    Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), Instant.now());
    return age.abs().compareTo(TOLERANCE) <= 0;
  }

  private static byte[] sign(String secret, String start, byte[] body) {
    String text = secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret;
    // An HMAC with an empty key would be everybody's.
    byte[] key = decoded(text).filter(bytes -> bytes.length > 0).orElse(null);
    if (key == null) throw new IllegalArgumentException("El secreto del webhook está vacío o no es whsec_…");
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(start.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(body);
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private static Optional<byte[]> decoded(String base64) {
    try {
      return Optional.of(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  private static Event contentOf(byte[] body) {
    try {
      Event event = Transport.GSON.fromJson(new String(body, StandardCharsets.UTF_8), Event.class);
      if (event != null && event.type() != null) return event;
    } catch (JsonParseException notAnEvent) {
      // The same as a body without a type.
    }
    throw new EcfException("WEBHOOK_BODY_INVALID", "El cuerpo del webhook no es un evento.");
  }
}
