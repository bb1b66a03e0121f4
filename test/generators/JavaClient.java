import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.example.counterfoil.*;

/** Calls the service with the classes that are generated from docs/openapi-3.0.json, and prints what it reads. */
public final class JavaClient {
  /** Jackson refuses a property that a class does not have. */
  private static final ObjectMapper mapper =
      new ObjectMapper().setSerializationInclusion(JsonInclude.Include.NON_NULL);

  private static final HttpClient http = HttpClient.newHttpClient();

  public static void main(String[] arguments) throws Exception {
    Map<String, Object> printed = new TreeMap<>();
    ArticleCreateRequest tea =
        new ArticleCreateRequest()
            .articleTitle("Tea")
            .articleUnit(ArticleUnit.KG)
            .articlePrice(new BigDecimal("12.50"));
    ArticleCreateAnswer created = call("article.create", tea, ArticleCreateAnswer.class);
    String ident = created.getData().getArticleIdent();
    printed.put("article_ident", ident);

    ArticleReadAnswer read =
        call("article.read", new ArticleReadRequest().articleIdent(ident), ArticleReadAnswer.class);
    printed.put("price", read.getData().getArticlePrice());
    printed.put("unit", read.getData().getArticleUnit().getValue());
    printed.put("count", read.getData().getSales().getCount());

    ArticleUpdateRequest wrong =
        new ArticleUpdateRequest().articleIdent(ident).articleNr("x".repeat(200));
    ArticleUpdateAnswer refused = call("article.update", wrong, ArticleUpdateAnswer.class);
    printed.put("refused", !refused.isResponse());
    printed.put("refusal", refused.getData().getErrors().get(0).getCode().getValue());

    CustomerCreateRequest customer =
        new CustomerCreateRequest()
            .billTitle(TitleCode.NUMBER_6)
            .billCity("Kiel")
            .divergentDeliveryAddress(Flag.NUMBER_1)
            .deliveryCity("Potsdam");
    String customerIdent =
        call("customer.create", customer, CustomerCreateAnswer.class).getData().getCustomerIdent();
    CustomerReadAnswer customerRead =
        call(
            "customer.read",
            new CustomerReadRequest().customerIdent(customerIdent),
            CustomerReadAnswer.class);
    printed.put("title", customerRead.getData().getCustomer().getBillTitle().getValue());
    printed.put("city", customerRead.getData().getAddressData().get(0).getDeliveryCity());

    printed.put("batch", batch(ident));
    ArticleExistsAnswer gone =
        call("article.exists", new ArticleExistsRequest().articleIdent(ident), ArticleExistsAnswer.class);
    printed.put("exists", gone.isResponse());
    System.out.println(mapper.writeValueAsString(printed));
  }

  /** A list and a delete in one request. */
  private static List<Object> batch(String ident) throws Exception {
    BatchRunRequest batch =
        new BatchRunRequest()
            .addOperationsItem(
                new BatchEntry().method("article.list").data(new ArticleListRequest().limit(1)))
            .addOperationsItem(
                new BatchEntry()
                    .method("article.delete")
                    .data(new ArticleDeleteRequest().articleIdent("art_unknown")))
            .addOperationsItem(
                new BatchEntry()
                    .method("article.delete")
                    .data(new ArticleDeleteRequest().articleIdent(ident))
                    .key("delete-1"));
    BatchRunData data = call("batch.run", batch, BatchRunAnswer.class).getData();
    ArticleListData listed =
        mapper.convertValue(data.getResults().get(0).getData(), ArticleListData.class);
    return List.of(
        listed.getArticles().size(),
        data.getCodes().get(1).getValue(),
        data.getResults().get(2).isResponse());
  }

  private static <T> T call(String operation, Object request, Class<T> answer) throws Exception {
    byte[] body = mapper.writeValueAsBytes(request);
    HttpRequest signed =
        HttpRequest.newBuilder(URI.create(System.getenv("SERVICE_URL") + "/api/v1/" + operation))
            .header("Content-Type", "application/json")
            .header("X-Svc-Hmac", System.getenv("APP_ID") + ":" + hmac(body))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    String text = http.send(signed, HttpResponse.BodyHandlers.ofString()).body();
    return mapper.readValue(text, answer);
  }

  private static String hmac(byte[] body) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    byte[] secret = System.getenv("API_SECRET").getBytes(StandardCharsets.UTF_8);
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    return Base64.getEncoder().encodeToString(mac.doFinal(body));
  }
}
