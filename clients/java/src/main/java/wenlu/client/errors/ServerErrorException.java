package wenlu.client.errors;

/**
 * The service failed (5xx), or something between answered in its place: a redirect, a page of a proxy, a result that is not
 * what the documents say. The service's log names the cause under the request id.
 */
public class ServerErrorException extends ApiException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of what is known. */
    public ServerErrorException(Failure failure, Throwable cause) {
        super(failure, cause);
    }
}
