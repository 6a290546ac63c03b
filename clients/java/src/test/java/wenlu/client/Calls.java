package wenlu.client;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import wenlu.client.errors.WenluException;
import wenlu.client.json.Records;

/**
 * Calls a client's methods by the names that the documents give to operations and arguments. It finds those of parameters only
 * where they were compiled with {@code javac -parameters}.
 */
final class Calls {
    private final Wenlu wenlu;

    Calls(Wenlu wenlu) {
        this.wenlu = wenlu;
    }

    /** The result of an operation. Throws what the client throws. */
    Object call(String operation, Map<?, ?> arguments) {
        Map<String, Object> given = new HashMap<>();
        arguments.forEach((name, value) -> given.put(plain((String) name), value));
        Method method = method(operation, given);
        Object[] values = Arrays.stream(method.getParameters())
                .map(each -> each.getType() == Consumer.class
                        ? options(each.getParameterizedType(), given)
                        : value(given.remove(plain(each.getName())), each.getParameterizedType()))
                .toArray();
        return invoked(method, wenlu, values);
    }

    /** The method with the fewest parameters that takes all that is given. */
    private static Method method(String operation, Map<String, Object> given) {
        return Arrays.stream(Operations.class.getMethods())
                .filter(each -> plain(each.getName()).equals(plain(operation)) && takesAll(each, given))
                .min(Comparator.comparingInt(Method::getParameterCount))
                .orElseThrow(() -> new AssertionError("No method for " + operation + given.keySet()));
    }

    private static boolean takesAll(Method method, Map<String, Object> given) {
        Parameter[] parameters = method.getParameters();
        boolean takesOptions = parameters.length > 0 && parameters[parameters.length - 1].getType() == Consumer.class;
        return takesOptions || parameters.length == given.size();
    }

    /** Sets what is left, whatever its order. */
    private static Consumer<Object> options(Type consumer, Map<String, Object> left) {
        Class<?> options = (Class<?>) ((ParameterizedType) consumer).getActualTypeArguments()[0];
        return with -> left.forEach((name, given) -> {
            Method setter = Arrays.stream(options.getMethods())
                    .filter(each -> plain(each.getName()).equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(options + " has no " + name));
            invoked(setter, with, value(given, setter.getGenericParameterTypes()[0]));
        });
    }

    private static Object value(Object json, Type type) {
        if (type == Recording.class) {
            Map<?, ?> file = (Map<?, ?>) json;
            byte[] bytes = Base64.getDecoder().decode((String) file.get("base64"));
            return Recording.of(bytes, (String) file.get("filename"));
        }
        return Records.read(json, type, "argument");
    }

    private static Object invoked(Method method, Object owner, Object... values) {
        try {
            return method.invoke(owner, values);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof WenluException error) {
                throw error;
            }
            throw new AssertionError(thrown.getCause());
        } catch (IllegalAccessException fault) {
            throw new AssertionError(fault);
        }
    }

    /** A name without what divides its words, so that those of the wire and of Java are equal. */
    private static String plain(String name) {
        return name.replace("_", "").toLowerCase();
    }
}
