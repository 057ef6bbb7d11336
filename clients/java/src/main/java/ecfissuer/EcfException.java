package ecfissuer;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.List;

/** Lo que el servicio rehusó, o por qué no hay respuesta. */
public final class EcfException extends RuntimeException {
  /** Ningún intento recibió una respuesta completa. La solicitud pudo quedar hecha: repita la misma. */
  public static final String NO_ANSWER = "NO_ANSWER";

  /** Respondió algo que no es el servicio. */
  public static final String ANSWER_INVALID = "ANSWER_INVALID";

  private static final long serialVersionUID = 1;

  private final String code;
  private final int status;
  private final transient JsonObject data;
  private final transient Duration retryAfter;
  private String idempotencyKey;

  EcfException(String code, String message, int status, JsonObject data, Duration retryAfter, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.status = status;
    this.data = data;
    this.retryAfter = retryAfter;
  }

  EcfException(String code, String message) {
    this(code, message, 0, new JsonObject(), Duration.ZERO, null);
  }

  /** {@code data.code} de la respuesta, o uno de este cliente. */
  public String code() {
    return code;
  }

  /** El estado HTTP; 0 si no hay respuesta. */
  public int status() {
    return status;
  }

  /** El campo que hay que corregir; null si no hay uno. */
  public String campo() {
    return text("campo");
  }

  public String correlationId() {
    return text("correlationId");
  }

  /** Todos los hallazgos de la validación. */
  public List<Datos.Fault> errores() {
    return data != null && data.has("errores")
        ? List.of(Transport.GSON.fromJson(data.get("errores"), Datos.Fault[].class))
        : List.of();
  }

  /** Todo el {@code data} de la respuesta. */
  public JsonObject data() {
    return data;
  }

  /** Lo que el servicio pidió esperar. */
  public Duration retryAfter() {
    return retryAfter;
  }

  /** De {@code issue}: con ella y el mismo contenido se repite sin emitir dos veces. */
  public String idempotencyKey() {
    return idempotencyKey;
  }

  EcfException withIdempotencyKey(String key) {
    idempotencyKey = key;
    return this;
  }

  private String text(String name) {
    return data != null && data.has(name) && !data.get(name).isJsonNull() ? data.get(name).getAsString() : null;
  }
}
